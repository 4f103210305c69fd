import { t } from "@intellibox/contract/text/t";
import type { ReactNode } from "react";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { wordCount } from "#lib/mail/html-text.ts";
import { ownWords } from "#lib/mail/outgoing.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { AttachButton } from "./attachments.tsx";

type WritingFooterProps = {
  html: string;
  /** The text for the clipboard. */
  copied: () => string;
  onProblem: (message: string) => void;
  onFiles: (files: File[]) => void;
  /** The cost of a draft, or the message id of the sent mail. */
  note: string | undefined;
  /** The send button. */
  children: ReactNode;
};

const noteClass =
  "min-w-0 text-xs text-text-3 tabular-nums [overflow-wrap:anywhere] max-xl:order-first max-xl:basis-full max-xl:px-1.5 not-empty:max-xl:pb-2";
const besideWords = "xl:not-empty:before:content-['·_']";
/** A message id gets its own line, so that it can be read and copied whole. */
const ownLine = "order-first basis-full px-2 pb-2";

/** Attach, Copy, the word count, Send. */
export function WritingFooter({ html, copied, onProblem, onFiles, note, children }: WritingFooterProps) {
  // Without the quoted original.
  const words = wordCount(ownWords(html));
  // Screen readers announce the count when typing pauses, not at every keystroke.
  const spoken = useDebouncedValue(words, 1500);
  const isLong = (note?.length ?? 0) > 40;
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-x-1 border-t border-line px-2.5 py-2.5 md:px-4">
      <AttachButton onFiles={onFiles} />
      {/* On phones only the icon is visible; the label stays for screen readers. */}
      <CopyButton variant="ghost" text={copied} onFailed={onProblem} className="max-sm:gap-0 max-sm:text-[0px]" />
      <span className="ps-2 text-xs whitespace-nowrap text-text-3 tabular-nums">
        {t("{words, plural, one {# word} other {# words}}", { words })}
      </span>
      <span className="sr-only" aria-live="polite">
        {t("Word count: {spoken}", { spoken })}
      </span>
      <p role="status" className={`${noteClass} ${isLong ? ownLine : besideWords}`}>
        {note}
      </p>
      <div className="ms-auto flex flex-wrap justify-end gap-1 ps-1">{children}</div>
    </footer>
  );
}
