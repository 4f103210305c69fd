import type { DataTask } from "@intellibox/contract/endpoints/data-tasks";
import { useState } from "react";
import { Alert } from "../ui/alert.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { DataTaskList, titleOf } from "./data-task-list.tsx";

type DataTaskPanelProps = {
  title: string;
  tasks: DataTask[];
  /** Why the list could not be loaded. */
  failure: string | undefined;
  downloading: string | undefined;
  onDownload: (id: string) => void;
  removal: { isPending: boolean; failure: string | undefined; run: (id: string, onDone?: () => void) => void };
};

/** The exports and erasures that the user started, with their progress. Shows nothing if there are none. */
export function DataTaskPanel({ title, tasks, failure, downloading, onDownload, removal }: DataTaskPanelProps) {
  const [removing, setRemoving] = useState<DataTask | null>(null);
  if (failure) return <Alert kind="bad">{failure}</Alert>;
  if (tasks.length === 0) return null;

  // Only the file of an export is lost; anything else just leaves the list.
  const remove = (task: DataTask) =>
    task.kind === "export" && task.state !== "failed" && task.state !== "expired"
      ? setRemoving(task)
      : removal.run(task.id);
  const isOpen = removing?.state === "waiting" || removing?.state === "running";
  return (
    <>
      <DataTaskList title={title} tasks={tasks} downloading={downloading} onDownload={onDownload} onRemove={remove} />
      {removing && (
        <Confirm
          title={isOpen ? "Stop this export?" : "Delete this export?"}
          action={isOpen ? "Stop" : "Delete"}
          busy={removal.isPending}
          error={removal.failure}
          onConfirm={() => removal.run(removing.id, () => setRemoving(null))}
          onCancel={() => setRemoving(null)}
        >
          {titleOf(removing)}. {isOpen ? "You can start it again." : "Its file is removed. You can make a new one."}
        </Confirm>
      )}
    </>
  );
}
