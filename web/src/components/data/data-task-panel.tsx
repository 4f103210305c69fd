import type { DataTask } from "@intellibox/contract/endpoints/data-tasks";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { Alert } from "../ui/alert.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { DataTaskList, titleOf } from "./data-task-list.tsx";

type DataTaskPanelProps = {
  title: string;
  /** Below a table that fills the page: takes at most two fifths of its height, and scrolls. */
  docked?: boolean;
  tasks: DataTask[];
  /** Why the list could not be loaded. */
  failure: string | undefined;
  downloading: string | undefined;
  onDownload: (id: string) => void;
  removal: { isPending: boolean; failure: string | undefined; run: (id: string, onDone?: () => void) => void };
};

/** The exports and erasures that the user started, with their progress. Shows nothing if there are none. */
export function DataTaskPanel(props: DataTaskPanelProps) {
  const { title, docked = false, tasks, failure, downloading, onDownload, removal } = props;
  const [removing, setRemoving] = useState<DataTask | null>(null);
  const place = docked ? "max-h-2/5 shrink-0 overflow-y-auto border-t border-line p-4 md:px-5" : undefined;
  if (failure)
    return (
      <div className={place}>
        <Alert kind="bad">{failure}</Alert>
      </div>
    );
  if (tasks.length === 0) return null;

  // Only the file of an export is lost; anything else just leaves the list.
  const remove = (task: DataTask) =>
    task.kind === "export" && task.state !== "failed" && task.state !== "expired"
      ? setRemoving(task)
      : removal.run(task.id);
  const isOpen = removing?.state === "waiting" || removing?.state === "running";
  return (
    <div className={place}>
      <DataTaskList title={title} tasks={tasks} downloading={downloading} onDownload={onDownload} onRemove={remove} />
      {removing && (
        <Confirm
          title={isOpen ? t("Stop this export?") : t("Delete this export?")}
          action={isOpen ? t("Stop") : t("Delete")}
          busy={removal.isPending}
          error={removal.failure}
          onConfirm={() => removal.run(removing.id, () => setRemoving(null))}
          onCancel={() => setRemoving(null)}
        >
          {titleOf(removing)}.{" "}
          {isOpen ? t("You can start it again.") : t("Its file is removed. You can make a new one.")}
        </Confirm>
      )}
    </div>
  );
}
