import type { BodyOf } from "@intellibox/contract/endpoint";
import { type DataTask, dataTasks } from "@intellibox/contract/endpoints/data-tasks";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";

/** The exports and erasures that the user started. */
const dataTasksQuery = queryOptions({
  queryKey: ["data-tasks"],
  queryFn: ({ signal }) => call(dataTasks.list, {}, { signal, fallback: t("Exports could not be loaded") }),
});

const isOpen = ({ state }: DataTask) => state === "waiting" || state === "running";

/** Follows the progress by live events, and by polling if those do not arrive. */
export function useDataTasks() {
  const cache = useQueryClient();
  const refresh = () => {
    void cache.invalidateQueries(dataTasksQuery);
    void cache.invalidateQueries({ queryKey: ["users"] });
    void cache.invalidateQueries({ queryKey: ["tenants"] });
  };
  useLiveEvent("data-tasks", refresh);
  return useQuery({
    ...dataTasksQuery,
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? 5000 : false),
  });
}

export type ExportForm = BodyOf<typeof dataTasks.exportUser>;
type Subject = { kind: "own" } | { kind: "user" | "company"; id: string; form: ExportForm };

export function useStartExport() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (subject: Subject) => {
      const options = { fallback: t("The export could not be started") };
      if (subject.kind === "own") return call(dataTasks.exportOwn, {}, options);
      const { id, form: body } = subject;
      return subject.kind === "user"
        ? call(dataTasks.exportUser, { params: { id }, body }, options)
        : call(dataTasks.exportTenant, { params: { id }, body }, options);
    },
    onSuccess: () => cache.invalidateQueries(dataTasksQuery),
    meta: { showsFailure: true },
  });
}

/** Opens a link of one minute, which the browser downloads as a file of any size. */
export const useDownloadExport = () =>
  useMutation({
    mutationFn: async (id: string) => {
      const { url } = await call(dataTasks.link, { params: { id } }, { fallback: t("Download failed") });
      const link = document.createElement("a");
      link.href = url;
      link.download = "";
      link.click();
    },
  });

export function useRemoveDataTask() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(dataTasks.remove, { params: { id } }, { fallback: t("Delete failed") }),
    onSuccess: () => cache.invalidateQueries(dataTasksQuery),
  });
}

type Erased = { kind: "user" | "company"; id: string };

/** The numbers of things that an erasure would remove. Never from the cache: the numbers are read before a decision. */
export const erasureQuery = ({ kind, id }: Erased) =>
  queryOptions({
    queryKey: ["erasure", kind, id],
    queryFn: ({ signal }) =>
      call(
        kind === "user" ? dataTasks.userErasure : dataTasks.tenantErasure,
        { params: { id } },
        { signal, fallback: t("The data could not be counted") },
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export function useErase() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, id, confirm }: Erased & { confirm: string }) =>
      call(
        kind === "user" ? dataTasks.eraseUser : dataTasks.eraseTenant,
        { params: { id }, body: { confirm } },
        { fallback: t("The erasure could not be started") },
      ),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries(dataTasksQuery),
        cache.invalidateQueries({ queryKey: ["users"] }),
        cache.invalidateQueries({ queryKey: ["tenants"] }),
      ]),
    meta: { showsFailure: true },
  });
}
