import type { DataTask } from "@intellibox/contract/endpoints/data-tasks";
import { t } from "@intellibox/contract/text/t";
import { Download, Trash2, X } from "lucide-react";
import { bytes, dateTime } from "#lib/format.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { SectionPanel } from "../ui/section-panel.tsx";

type DataTaskListProps = {
  title: string;
  tasks: DataTask[];
  /** The id of the export whose link is being opened. */
  downloading: string | undefined;
  onDownload: (id: string) => void;
  onRemove: (task: DataTask) => void;
};

/** Exports and erasures with their state: what is under way, what can be downloaded, and what failed. */
export function DataTaskList({ title, tasks, downloading, onDownload, onRemove }: DataTaskListProps) {
  return (
    <SectionPanel title={title}>
      <ul className="divide-y divide-line border-t border-line">
        {tasks.map((task) => (
          <li key={task.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-2 text-sm font-medium text-text">
                <span className="min-w-0 break-words">{titleOf(task)}</span>
                <Badge tone={tones[task.state]}>{stateNames[task.state]}</Badge>
              </p>
              <p className={`mt-0.5 text-xs ${task.state === "failed" ? "text-bad" : "text-text-3"}`}>{noteOf(task)}</p>
              {task.state === "running" && task.progress.total > 0 && (
                <progress
                  aria-label={t("Progress of {task}", { task: titleOf(task) })}
                  max={task.progress.total}
                  value={task.progress.done}
                  className="mt-2 block h-1 w-full appearance-none overflow-hidden rounded-full bg-active accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-active [&::-webkit-progress-value]:bg-accent"
                />
              )}
            </div>
            {task.kind === "export" && task.state === "done" && (
              <Button
                size="sm"
                icon={<Download className="size-4" aria-hidden="true" />}
                busy={downloading === task.id}
                onClick={() => onDownload(task.id)}
              >
                {t("Download")}
              </Button>
            )}
            <RemoveButton task={task} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </SectionPanel>
  );
}

function RemoveButton({ task, onRemove }: { task: DataTask; onRemove: (task: DataTask) => void }) {
  const isOpen = task.state === "waiting" || task.state === "running";
  if (isOpen && task.kind === "erasure") return null;
  const Icon = isOpen ? X : Trash2;
  return (
    <IconButton
      size="icon-sm"
      label={isOpen ? t("Stop {task}", { task: titleOf(task) }) : t("Delete {task}", { task: titleOf(task) })}
      icon={<Icon className="size-4" aria-hidden="true" />}
      onClick={() => onRemove(task)}
    />
  );
}

const stateNames: Record<DataTask["state"], string> = {
  waiting: t("Waiting"),
  running: t("Running"),
  done: t("Done"),
  failed: t("Failed"),
  expired: t("Expired"),
};
const tones: Record<DataTask["state"], BadgeTone> = {
  waiting: "neutral",
  running: "accent",
  done: "ok",
  failed: "bad",
  expired: "neutral",
};

export function titleOf({ kind, subject, withMail }: DataTask): string {
  if (subject.isOwn) return kind === "export" ? t("Export of your data") : t("Erasure of your data");
  const whose = subject.name ?? (subject.kind === "user" ? t("an erased user") : t("an erased company"));
  if (kind !== "export") return t("Erasure of {whose}", { whose });
  return withMail ? t("Export of {whose}, with mail", { whose }) : t("Export of {whose}, without mail", { whose });
}

function noteOf({ kind, state, progress, bytes: size, error, createdAt, finishedAt, expiresAt }: DataTask): string {
  if (state === "failed") return error ?? t("It failed.");
  if (state === "waiting") return t("Started on {createdAt}", { createdAt: dateTime(createdAt) });
  if (state === "running") {
    const { done, total } = progress;
    if (total === 0 && done === 0) return t("Working…");
    if (kind === "export")
      return total === 0 ? t("{done} mails done", { done }) : t("{done} of {total} mails", { done, total });
    return total === 0 ? t("{done} entries done", { done }) : t("{done} of {total} entries", { done, total });
  }
  if (kind === "erasure") return t("Finished on {finishedAt}", { finishedAt: dateTime(finishedAt) });
  if (state === "expired") return t("The file was removed on {expiresAt}", { expiresAt: dateTime(expiresAt) });
  return t("{size}, can be downloaded until {expiresAt}", { size: bytes(size), expiresAt: dateTime(expiresAt) });
}
