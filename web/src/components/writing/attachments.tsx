import { maxAttachmentBytes, maxAttachments } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { Paperclip, X } from "lucide-react";
import { type DragEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { bytes } from "#lib/format.ts";
import { totalBytes } from "#lib/mail/attachments.ts";
import { Button } from "../ui/button.tsx";

type FileChooserProps = { inputRef: RefObject<HTMLInputElement | null>; onFiles: (files: File[]) => void };

/** The browser's dialog for choosing files. A click on its input opens it. */
export const FileChooser = ({ inputRef, onFiles }: FileChooserProps) => (
  <input
    ref={inputRef}
    type="file"
    multiple
    hidden
    aria-label={t("Files to attach")}
    onChange={(event) => {
      onFiles([...(event.target.files ?? [])]);
      // The same file may be chosen again after it was removed.
      event.target.value = "";
    }}
  />
);

/** Opens the file chooser. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="ghost"
        icon={<Paperclip className="size-4" aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        <span className="max-sm:sr-only">{t("Attach")}</span>
      </Button>
      <FileChooser inputRef={input} onFiles={onFiles} />
    </>
  );
}

type AttachmentListProps = { files: readonly File[]; onRemove: (file: File) => void };

/** The attached files, each with a remove button, and how much of the limits they use. */
export function AttachmentList({ files, onRemove }: AttachmentListProps) {
  if (files.length === 0) return null;
  return (
    <div className="flex max-h-36 shrink-0 flex-wrap items-center gap-1.5 overflow-y-auto border-t border-line px-4 py-2.5 md:px-6">
      <ul aria-label={t("Attachments")} className="contents">
        {files.map((file) => (
          <li
            key={`${file.name} ${file.size} ${file.lastModified} ${files.indexOf(file)}`}
            className="flex h-8 max-w-64 items-center gap-2 rounded-control border border-line-strong bg-surface ps-2.5 text-sm pointer-coarse:h-11"
          >
            <Paperclip className="size-3.5 shrink-0 text-text-3" aria-hidden="true" />
            <span className="truncate text-text" title={file.name}>
              {file.name}
            </span>
            <span className="shrink-0 text-xs text-text-3 tabular-nums">{bytes(file.size)}</span>
            <button
              type="button"
              aria-label={t("Remove {name}", { name: file.name })}
              onClick={() => onRemove(file)}
              className="flex size-8 shrink-0 items-center justify-center rounded-control text-text-3 hover:bg-hover hover:text-text focus-visible:-outline-offset-2 pointer-coarse:size-11"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="px-1 text-xs text-text-3 tabular-nums">
        {t("{count} of {maxAttachments} files · {files} of {maxAttachmentBytes}", {
          count: files.length,
          maxAttachments,
          files: bytes(totalBytes(files)),
          maxAttachmentBytes: bytes(maxAttachmentBytes),
        })}
      </p>
    </div>
  );
}

/** A region that accepts dropped files. The Attach button does the same by keyboard. */
export function DropZone({
  onFiles,
  children,
  className,
  label = t("Drop to attach"),
}: {
  onFiles: (files: File[]) => void;
  children: ReactNode;
  className?: string;
  label?: string;
}) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setIsOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
  };
  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (event.dataTransfer.files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging needs a mouse; the Attach button serves the keyboard
    <div
      className={className}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={leave}
      onDropCapture={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center rounded-panel border-2 border-dashed border-accent bg-selected/90 text-base font-medium text-accent-text">
          {label}
        </div>
      )}
    </div>
  );
}
