import type { QueryOf } from "@intellibox/contract/endpoint";
import { emailLogs } from "@intellibox/contract/endpoints/email-logs";
import { outbox } from "@intellibox/contract/endpoints/outbox";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

export type EmailLogQuery = QueryOf<typeof emailLogs.list>;

export const emailLogsQuery = (query: EmailLogQuery) =>
  queryOptions({
    queryKey: ["email-logs", "page", query],
    queryFn: ({ signal }) => call(emailLogs.list, { query }, { signal, fallback: t("Request failed") }),
    placeholderData: keepPreviousData,
  });

export const emailLogQuery = (id: string) =>
  queryOptions({
    queryKey: ["email-logs", "one", id],
    queryFn: ({ signal }) => call(emailLogs.get, { params: { id } }, { signal, fallback: t("Request failed") }),
  });

/** Sends a failed mail again with the same Message-ID. */
export function useRetryMail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(outbox.retry, { params: { id } }, { fallback: t("Failed to send") }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["email-logs"] }),
  });
}
