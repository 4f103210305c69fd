import { Square, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { AiIcon } from "../ui/ai-icon.tsx";
import { Button } from "../ui/button.tsx";

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
    className="ml-auto"
    icon={<Square className="size-3 fill-current" aria-hidden="true" />}
    onClick={onStop}
  >
    Stop
  </Button>
);

type AiDraftProps = {
  /** The model that wrote it; undefined if the writing was stopped. */
  engine: string | undefined;
  onRestore: (() => void) | undefined;
};

/** Says above the text that it is a draft, which model wrote it, and offers the text that was there before. */
export const AiDraft = ({ engine, onRestore }: AiDraftProps) => (
  <AiBar>
    <span className="shrink-0 whitespace-nowrap">
      Draft by AI<span className="max-xl:hidden">. Read it before you send.</span>
    </span>
    {engine && <Engine name={engine} />}
    {onRestore && <RestoreText onRestore={onRestore} />}
  </AiBar>
);

export const Engine = ({ name }: { name: string }) => <span className="ml-auto pl-2 text-xs text-text-3">{name}</span>;

export const RestoreText = ({ onRestore }: { onRestore: () => void }) => (
  <Button
    variant="ghost"
    size="sm"
    className="-mr-2"
    icon={<Undo2 className="size-3.5" aria-hidden="true" />}
    onClick={onRestore}
  >
    Restore my text
  </Button>
);
