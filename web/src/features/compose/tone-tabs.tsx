import type { Tone } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { LoaderCircle } from "lucide-react";
import { grouped } from "#lib/format.ts";
import { rate } from "#api/rate.ts";
import { TabList } from "#components/ui/tabs.tsx";
import { AiBar, RestoreText, StopWriting } from "#components/writing/ai-bar.tsx";
import { Engine, type WrittenBy } from "#components/writing/engine.tsx";
import { toneName } from "#components/writing/tone-select.tsx";
import type { useToneDrafts } from "./use-tone-drafts.ts";

type ToneTabsProps = ReturnType<typeof useToneDrafts> & {
  written: WrittenBy | null;
  onRestore: (() => void) | undefined;
};

/** One tab for each tone, with the tokens that its draft used. */
export function ToneTabs(props: ToneTabsProps) {
  const { entries, chosen, choose, isBusy, progress, stop, written, onRestore } = props;
  if (!entries) return null;
  return (
    <AiBar>
      <TabList
        label={t("Drafts by tone")}
        tabs={entries.map(({ tone, draft }) => ({ value: tone, label: <Label tone={tone} tokens={draft?.tokens} /> }))}
        value={chosen}
        onChange={choose}
        className="flex min-w-0 grow flex-wrap gap-1 max-sm:basis-[calc(100%-2.5rem)]"
        tabClass="group flex h-8 items-center gap-2 rounded-full px-3 text-sm font-medium text-text-2 hover:text-text aria-selected:bg-surface aria-selected:text-text aria-selected:shadow-raised pointer-coarse:h-11 dark:aria-selected:bg-line-strong"
      />
      <span role="status" className="text-xs tabular-nums empty:hidden">
        {isBusy && `${progress}…`}
      </span>
      {isBusy && <StopWriting onStop={stop} />}
      {!isBusy && written && <Engine written={written} onRate={rate} className="ms-auto ps-2" />}
      {!isBusy && onRestore && <RestoreText onRestore={onRestore} />}
    </AiBar>
  );
}

function Label({ tone, tokens }: { tone: Tone; tokens: number | undefined }) {
  return (
    <>
      {toneName(tone)}
      {tokens === undefined ? (
        <LoaderCircle className="size-3.5 animate-[turn_0.8s_linear_infinite] text-text-3" aria-label={t("writing")} />
      ) : (
        <span className="text-xs font-normal text-text-3 tabular-nums group-aria-selected:text-text-2">
          {t("{tokens} tokens", { tokens: grouped(tokens) })}
        </span>
      )}
    </>
  );
}
