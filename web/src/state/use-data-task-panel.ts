import type { DataTask } from "@intellibox/contract/endpoints/data-tasks";
import { useDataTasks, useDownloadExport, useRemoveDataTask } from "#api/data-tasks.ts";

/** The props of `DataTaskPanel`: those exports and erasures of the user that `shows` accepts, and what can be done with them. */
export function useDataTaskPanel(shows: (task: DataTask) => boolean) {
  const { data, error } = useDataTasks();
  const download = useDownloadExport();
  const removal = useRemoveDataTask();
  return {
    tasks: data?.items.filter(shows) ?? [],
    failure: error?.message,
    downloading: download.isPending ? download.variables : undefined,
    onDownload: (id: string) => download.mutate(id),
    removal: {
      isPending: removal.isPending,
      failure: removal.error?.message,
      run: (id: string, onDone?: () => void) => removal.mutate(id, { onSuccess: () => onDone?.() }),
    },
  };
}
