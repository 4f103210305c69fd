import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import { type KeptSummary, summaries } from "@intellibox/contract/endpoints/summaries";
import { actionPlanName } from "@intellibox/contract/rules/action-plan";
import { actionPlanPath } from "@intellibox/contract/rules/file-paths";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { download } from "#lib/http/download.ts";
import { upload } from "#lib/http/upload.ts";
import { plainText } from "#lib/mail/plain-text.ts";

export type SummaryContent = BodyOf<typeof summaries.keep>;
export type PlannedAction = KeptSummary["actions"][number];
export type ExtractedText = ResponseOf<typeof summaries.extract>;

export const summariesQuery = queryOptions({
  queryKey: ["summaries", "list"],
  queryFn: ({ signal }) => call(summaries.list, {}, { signal, fallback: t("Request failed") }),
});

export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: ["summaries", "one", id],
    queryFn: ({ signal }) => call(summaries.get, { params: { id } }, { signal, fallback: t("Request failed") }),
  });

export function useKeepSummary() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (content: SummaryContent) =>
      call(summaries.keep, { body: plainText(content) }, { fallback: t("The summary could not be saved.") }),
    onSuccess: (kept) => {
      cache.setQueryData(summaryQuery(kept.id).queryKey, kept);
      return cache.invalidateQueries(summariesQuery);
    },
  });
}

/** Saves an edited plan. The screen shows the edit already, so only a failure is reported. */
export function useKeepPlan() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, actions }: { id: string; actions: PlannedAction[] }) =>
      call(summaries.update, { params: { id }, body: { actions: plainText(actions) } }, { fallback: t("Save failed") }),
    onSuccess: (_done, { id, actions }) => {
      cache.setQueryData(summaryQuery(id).queryKey, (kept) => kept && { ...kept, actions });
      return cache.invalidateQueries(summariesQuery);
    },
  });
}

export function useDeleteSummary() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(summaries.remove, { params: { id } }, { fallback: t("Delete failed") }),
    onSuccess: (_done, id) => {
      cache.removeQueries(summaryQuery(id));
      return cache.invalidateQueries(summariesQuery);
    },
    meta: { showsFailure: true },
  });
}

type ExtractOptions = {
  signal?: AbortSignal;
  /** The upload's progress from 0 to 1. */
  onProgress?: (share: number) => void;
  /** The server's progress messages. */
  onToken?: (text: string) => void;
  fallback?: string;
};

export const extractText = (file: File, options: ExtractOptions): Promise<ExtractedText> =>
  upload(summaries.extract, { files: [file] }, { fallback: t("Attachment processing failed"), ...options });

export const downloadPlan = (id: string, timeZone: string) =>
  download({
    path: actionPlanPath(id),
    query: { timeZone },
    tenancy: "personal",
    name: `${actionPlanName}.xlsx`,
    fallback: t("Failed with {status}"),
  });
