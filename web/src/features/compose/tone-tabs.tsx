import { Tabs } from "@base-ui/react/tabs";
import type { Tone } from "@intellibox/contract/rules/choices";
import { LoaderCircle } from "lucide-react";
import { grouped } from "#lib/format.ts";
import { AiBar, Engine, RestoreText, StopWriting } from "#components/ai-bar.tsx";
import { toneName } from "#components/tone-select.tsx";
import type { useToneDrafts } from "./use-tone-drafts.ts";

type ToneTabsProps = ReturnType<typeof useToneDrafts> & {
  engine: string | undefined;
  onRestore: (() => void) | undefined;
};

/** One pill a tone, with what its draft cost. */
export function ToneTabs({ entries, chosen, choose, isBusy, stop, engine, onRestore }: ToneTabsProps) {
  if (!entries) return null;
  return (
    <AiBar>
      <Tabs.Root value={chosen} onValueChange={(tone) => choose(tone as Tone)}>
        <Tabs.List aria-label="Drafts by tone" className="flex gap-1">
          {entries.map(({ tone, draft }) => (
            <Tabs.Tab
              key={tone}
              value={tone}
              className="group flex h-8 items-center gap-2 rounded-full px-3 text-sm font-medium whitespace-nowrap text-text-2 hover:text-text focus-visible:-outline-offset-2 data-active:bg-surface data-active:text-text data-active:shadow-raised pointer-coarse:h-11 dark:data-active:bg-line-strong"
            >
              {toneName(tone)}
              {draft ? (
                <span className="text-xs font-normal text-text-3 tabular-nums group-data-active:text-text-2">
                  {grouped(draft.tokens)} tokens
                </span>
              ) : (
                <LoaderCircle
                  className="size-3.5 animate-[turn_0.8s_linear_infinite] text-text-3"
                  aria-label="writing"
                />
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs.Root>
      {isBusy && <StopWriting onStop={stop} />}
      {!isBusy && engine && <Engine name={engine} />}
      {!isBusy && onRestore && <RestoreText onRestore={onRestore} />}
    </AiBar>
  );
}
