import { t } from "@intellibox/contract/text/t";
import { ChevronLeft, ChevronRight, RefreshCw, Square, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { rich } from "#lib/rich.ts";
import { AiIcon } from "../ui/ai-icon.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { Engine, type WrittenBy } from "./engine.tsx";
import type { Rate } from "./thumbs.tsx";

/** The strip above a text that an AI writes or wrote. */
export const AiBar = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-ai-line bg-ai-bg px-4 py-1.5 text-sm text-text-2 md:px-6">
    <AiIcon className="size-4 shrink-0 text-ai" />
    {children}
  </div>
);

export const StopWriting = ({ onStop }: { onStop: () => void }) => (
  <Button
    size="sm"
    className="ms-auto"
    icon={<Square className="size-3 fill-current" aria-hidden="true" />}
    onClick={onStop}
  >
    {t("Stop")}
  </Button>
);

type WritingBarProps = {
  /** The step before the text begins, such as "Reading part 3 of 7"; empty if there is none. */
  progress: string;
  /** Shown if `progress` is empty. */
  otherwise?: string;
  onStop: () => void;
};

/** The strip while an AI reads or writes. */
export const WritingBar = ({ progress, otherwise = t("Generating"), onStop }: WritingBarProps) => (
  <AiBar>
    <span role="status">{progress || otherwise}…</span>
    <StopWriting onStop={onStop} />
  </AiBar>
);

export type DraftVersions = { count: number; at: number; step: (by: 1 | -1) => void };

type AiDraftProps = {
  /** The model that wrote it; null if the writing was stopped. */
  written: WrittenBy | null;
  versions: DraftVersions;
  onAnother: () => void;
  onRestore: (() => void) | undefined;
  onRate: Rate;
};

/** Says above the text that it is a draft and who wrote it, and offers other versions and the text that was there before. */
export const AiDraft = ({ written, versions, onAnother, onRestore, onRate }: AiDraftProps) => (
  <AiBar>
    <span className="shrink-0 whitespace-nowrap">
      {rich("Draft by AI<wide>. Read it before you send.</wide>", {
        wide: (words) => <span className="max-2xl:hidden">{words}</span>,
      })}
    </span>
    <Versions {...versions} onAnother={onAnother} />
    {written && <Engine {...{ written, onRate }} className="ms-auto ps-2" />}
    {onRestore && <RestoreText onRestore={onRestore} />}
  </AiBar>
);

type DraftStripProps = {
  isBusy: boolean;
  progress: string;
  stop: () => void;
  authorship: WrittenBy | null;
  versions: DraftVersions;
  restore: (() => void) | undefined;
  onAnother: () => void;
  onRate: Rate;
};

/** The strip above a text that an AI can write. Nothing if it has written none. */
export function DraftStrip(props: DraftStripProps) {
  const { isBusy, progress, stop, authorship, versions, restore, onAnother, onRate } = props;
  if (isBusy) return <WritingBar progress={progress} onStop={stop} />;
  if (!authorship && !restore && versions.count <= 1) return null;
  if (restore && versions.count === 0) return <EarlierText onRestore={restore} />;
  return <AiDraft written={authorship} {...{ versions, onAnother, onRate }} onRestore={restore} />;
}

/** The AI replaced a text of the writer before this screen was opened. */
const EarlierText = ({ onRestore }: { onRestore: () => void }) => (
  <AiBar>
    <span className="me-auto">{t("You have an earlier text of this reply.")}</span>
    <RestoreText onRestore={onRestore} />
  </AiBar>
);

/** "2 of 3" with a step to either side, and a button for another version. */
export const Versions = ({ count, at, step, onAnother }: DraftVersions & { onAnother: () => void }) => (
  <span className="flex shrink-0 items-center">
    {count > 1 && (
      <fieldset className="flex items-center">
        <legend className="sr-only">{t("Versions of the draft")}</legend>
        <IconButton
          label={t("Earlier version")}
          size="icon-sm"
          disabled={at === 0}
          icon={<ChevronLeft className="size-3.5" aria-hidden="true" />}
          onClick={() => step(-1)}
        />
        <span role="status" className="text-xs whitespace-nowrap text-text-2 tabular-nums">
          {rich(
            "<hidden>Version </hidden>{number} of {count}",
            { hidden: (words) => <span className="sr-only">{words}</span> },
            {
              number: at + 1,
              count,
            },
          )}
        </span>
        <IconButton
          label={t("Later version")}
          size="icon-sm"
          disabled={at === count - 1}
          icon={<ChevronRight className="size-3.5" aria-hidden="true" />}
          onClick={() => step(1)}
        />
      </fieldset>
    )}
    <Tooltip text={t("Another version")}>
      <IconButton
        label={t("Another version")}
        size="icon-sm"
        icon={<RefreshCw className="size-3.5" aria-hidden="true" />}
        onClick={onAnother}
      />
    </Tooltip>
  </span>
);

export const RestoreText = ({ onRestore }: { onRestore: () => void }) => (
  <Button
    variant="ghost"
    size="sm"
    className="-me-2"
    icon={<Undo2 className="size-3.5" aria-hidden="true" />}
    onClick={onRestore}
  >
    {t("Restore my text")}
  </Button>
);
