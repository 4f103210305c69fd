import type { ReactNode } from "react";
import { grouped } from "#lib/format.ts";
import { wordCount } from "#lib/html-text.ts";
import { useSettled } from "#lib/use-settled.ts";
import { AttachButton } from "./attachments.tsx";
import { CopyButton } from "./copy-button.tsx";

type WritingFooterProps = {
  html: string;
  /** What the clipboard gets. */
  copied: () => string;
  onFiles: (files: File[]) => void;
  /** What a draft cost, or the id of what was sent. */
  note: ReactNode;
  /** The send button. */
  children: ReactNode;
};

/** Attach, Copy, the figures of the text, Send. */
export function WritingFooter({ html, copied, onFiles, note, children }: WritingFooterProps) {
  const words = wordCount(html);
  // Said aloud once typing pauses, not at every letter.
  const spoken = useSettled(words, 1500);
  return (
    <footer className="shrink-0 border-t border-line">
      {note && <p className="px-4 pt-2 text-xs text-text-3 tabular-nums [overflow-wrap:anywhere] sm:hidden">{note}</p>}
      <div className="flex items-center gap-1 px-2.5 py-2.5 md:px-4">
        <AttachButton onFiles={onFiles} />
        {/* On a phone the icon alone; its name is still read aloud. */}
        <CopyButton variant="ghost" text={copied} className="max-sm:gap-0 max-sm:text-[0px]" />
        <p className="line-clamp-2 min-w-0 flex-1 px-2 text-xs text-text-3 tabular-nums [overflow-wrap:anywhere]">
          <span className="whitespace-nowrap">
            {grouped(words)} {words === 1 ? "word" : "words"}
          </span>
          {note && <span className="max-sm:hidden"> · {note}</span>}
        </p>
        <span className="sr-only" aria-live="polite">
          Word count: {spoken}
        </span>
        <span className="sr-only" role="status">
          {note}
        </span>
        {children}
      </div>
    </footer>
  );
}
