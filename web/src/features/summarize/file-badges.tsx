import { endingOf } from "@intellibox/contract/rules/extractable";
import { t } from "@intellibox/contract/text/t";
import { CircleAlert, EyeOff, FileText, LoaderCircle, Mail, X } from "lucide-react";
import { classNames } from "#lib/class-names.ts";
import { Button } from "#components/ui/button.tsx";
import type { AttachedFile, FileState } from "./use-files.ts";

type FileBadgesProps = {
  files: readonly AttachedFile[];
  onRemove: (file: AttachedFile) => void;
  onAddInner: (file: AttachedFile) => void;
};

/** The attached files with type, size and reading progress, and a button to remove each. */
export function FileBadges({ files, onRemove, onAddInner }: FileBadgesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={t("Attachments")} className="flex shrink-0 flex-col gap-1.5 lg:max-h-44 lg:overflow-y-auto">
      {files.map((file) => (
        <li
          key={file.key}
          className={classNames(
            "rounded-control border bg-surface text-sm",
            file.state.is === "failed" ? "border-bad" : "border-line-strong",
          )}
        >
          <div className="flex h-9 items-center gap-2 ps-2.5 pointer-coarse:h-11">
            <StateIcon state={file.state} />
            <span className="min-w-0 flex-1 truncate" title={file.name}>
              {file.name}
            </span>
            <span className="shrink-0 text-xs text-text-3 tabular-nums">
              {typeOf(file.name)} · {kilobytes(file.size)}
            </span>
            <button
              type="button"
              aria-label={
                file.state.is === "reading"
                  ? t("Cancel reading {name}", { name: file.name })
                  : t("Remove {name}", { name: file.name })
              }
              onClick={() => onRemove(file)}
              className="flex size-8 shrink-0 items-center justify-center rounded-control text-text-3 hover:bg-hover hover:text-text focus-visible:-outline-offset-2 pointer-coarse:size-11"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </div>
          <Detail file={file} onAddInner={onAddInner} />
        </li>
      ))}
    </ul>
  );
}

const noteClass = "px-2.5 pb-2 text-xs";

function Detail({ file, onAddInner }: { file: AttachedFile; onAddInner: (file: AttachedFile) => void }) {
  const { name, state } = file;
  if (state.is === "failed") {
    return (
      <p role="alert" className={`${noteClass} text-bad [overflow-wrap:anywhere]`}>
        {state.message}
      </p>
    );
  }
  if (state.is === "reading") {
    return (
      <div className={noteClass}>
        <p className="truncate text-text-3">{state.what}…</p>
        <progress
          aria-label={t("Reading {name}", { name })}
          className="mt-1.5 block h-1 w-full appearance-none overflow-hidden rounded-full bg-active accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-active [&::-webkit-progress-value]:bg-accent"
          {...(state.share !== null && { value: state.share, max: 1 })}
        />
      </div>
    );
  }
  const notes = [
    state.isHidden && t("Not shown here. The AI still uses it."),
    state.isCut && t("Too long. Only the first part is used."),
  ].filter((note) => note !== false);
  if (notes.length === 0 && state.inner.length === 0) return null;
  return (
    <div className={`${noteClass} flex flex-col items-start gap-1 text-text-3`}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {state.inner.length > 0 && (
        <Button variant="ghost" size="sm" className="-ms-2" onClick={() => onAddInner(file)}>
          {t("{count, plural, =1 {Read the attachment in it} other {Read the # attachments in it}}", {
            count: state.inner.length,
          })}
        </Button>
      )}
    </div>
  );
}

function StateIcon({ state }: { state: FileState }) {
  const look = "size-4 shrink-0";
  if (state.is === "reading") {
    return <LoaderCircle className={`${look} animate-[turn_0.8s_linear_infinite] text-text-3`} aria-hidden="true" />;
  }
  if (state.is === "failed") return <CircleAlert className={`${look} text-bad`} aria-hidden="true" />;
  const Icon = state.isHidden ? EyeOff : state.inner.length > 0 ? Mail : FileText;
  return <Icon className={`${look} text-text-3`} aria-hidden="true" />;
}

const typeOf = (name: string) => endingOf(name).slice(1).toUpperCase() || "FILE";
/** Always in KB, so that sizes are easy to compare. */
const kilobytes = (size: number) =>
  `${size < 10_240 ? Math.max(0.1, size / 1024).toFixed(1) : Math.round(size / 1024)} KB`;
