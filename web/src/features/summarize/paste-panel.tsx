import { extractableEndings } from "@intellibox/contract/rules/extractable";
import { t } from "@intellibox/contract/text/t";
import { Eraser, History, Paperclip, Square } from "lucide-react";
import { type ClipboardEvent, type RefObject, useId, useRef } from "react";
import { grouped } from "#lib/format.ts";
import { rich } from "#lib/rich.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { FileBadges } from "./file-badges.tsx";
import type { useFiles } from "./use-files.ts";

const sample = t(
  "From: Priya Nair <priya@example.com>\nTo: You <you@example.com>\nDate: Fri, 13 Nov 2026 10:15 +0530\nSubject: Q4 supply contract\n\nHi, please review clause 7.2 and send me your comments by Wednesday…",
);

type PastePanelProps = {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  files: ReturnType<typeof useFiles>;
  detected: number;
  /** The message if there is nothing to summarize. */
  missing: string | null;
  isWriting: boolean;
  onSummarize: () => void;
  onStop: () => void;
  onClear: () => void;
  onHistory: () => void;
};

/** The text and files to summarize. */
export function PastePanel(props: PastePanelProps) {
  const { box, text, onText, files, detected, missing, isWriting } = props;
  const id = useId();
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-lg font-semibold text-text">
          {t("Email to summarize")}
        </label>
        <Button
          variant="ghost"
          size="sm"
          className="-me-2"
          icon={<History className="size-3.5" aria-hidden="true" />}
          onClick={props.onHistory}
        >
          {t("History")}
        </Button>
      </div>
      <div className="flex min-h-56 flex-1 flex-col">
        <textarea
          id={id}
          ref={box}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onPaste={(event) => pasteLong(event, onText)}
          placeholder={sample}
          spellCheck={false}
          aria-describedby={`${id}-counts ${id}-missing`}
          aria-invalid={missing ? true : undefined}
          className={`min-h-40 flex-1 resize-none py-2.5 leading-5 ${inputClass}`}
        />
        <p id={`${id}-missing`} role="alert" className="text-xs text-bad not-empty:mt-1.5">
          {missing}
        </p>
        <p id={`${id}-counts`} className="mt-2 flex flex-wrap gap-x-4 text-xs text-text-3 tabular-nums">
          <span>{t("Chars: {count}", { count: grouped(text.length) })}</span>
          <span>{t("Detected messages: {detected}", { detected: grouped(detected) })}</span>
        </p>
      </div>
      <FileBadges files={files.list} onRemove={files.remove} onAddInner={files.addInner} />
      <div className="flex flex-col gap-2">
        {isWriting ? (
          <Button
            size="lg"
            icon={<Square className="size-3.5 fill-current" aria-hidden="true" />}
            onClick={props.onStop}
          >
            {t("Stop")}
          </Button>
        ) : (
          <Button
            variant="ai"
            size="lg"
            icon={<AiIcon className="size-4 text-white" />}
            busy={files.isReading}
            onClick={props.onSummarize}
          >
            {files.isReading ? t("Reading files…") : t("Summarize")}
          </Button>
        )}
        <div className="grid grid-cols-[1fr_auto] gap-2">
          <AddButton onFiles={files.add} />
          <Button icon={<Eraser className="size-4" aria-hidden="true" />} onClick={props.onClear}>
            {t("Clear")}
          </Button>
        </div>
        <p className="text-xs text-text-3">
          {rich("Tip: <mouse>drop files here.</mouse> The text of attachments is included, up to 25 MB each.", {
            mouse: (words) => <span className="pointer-coarse:hidden">{words}</span>,
          })}
        </p>
      </div>
    </>
  );
}

/** Sets a long pasted text at once. Browsers insert it line by line, which takes minutes for a megabyte. */
function pasteLong(event: ClipboardEvent<HTMLTextAreaElement>, onText: (text: string) => void) {
  const pasted = event.clipboardData.getData("text/plain");
  if (pasted.length < longPaste) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  onText(value.slice(0, selectionStart) + pasted.replaceAll(/\r\n?/g, "\n") + value.slice(selectionEnd));
}
const longPaste = 50_000;

function AddButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<Paperclip className="size-4" aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t("Add attachments")}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={extractableEndings.join(",")}
        aria-label={t("Attachments to summarize")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Without this, choosing a removed file again would fire no change event.
          event.target.value = "";
        }}
      />
    </>
  );
}
