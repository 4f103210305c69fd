import { type RetentionForm, retention } from "@intellibox/contract/endpoints/retention";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

export const retentionQuery = (id: string) =>
  queryOptions({
    queryKey: ["retention", id],
    queryFn: ({ signal }) =>
      call(retention.get, { params: { id } }, { signal, fallback: t("The settings could not be loaded") }),
  });

export function useSaveRetention(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RetentionForm) => call(retention.save, { params: { id }, body }, { fallback: t("Save failed") }),
    onSuccess: (saved) => cache.setQueryData(retentionQuery(id).queryKey, saved),
    meta: { showsFailure: true },
  });
}
