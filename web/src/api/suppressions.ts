import type { BodyOf, QueryOf } from "@intellibox/contract/endpoint";
import { suppressions } from "@intellibox/contract/endpoints/suppressions";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

const suppressionsKey = ["suppressions"] as const;

export const suppressionsQuery = (query: QueryOf<typeof suppressions.list>) =>
  queryOptions({
    queryKey: [...suppressionsKey, query],
    queryFn: ({ signal }) =>
      call(suppressions.list, { query }, { signal, fallback: t("The addresses could not be loaded.") }),
    placeholderData: keepPreviousData,
  });

export function useAddSuppressions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { text: string; note: string }) =>
      call(suppressions.add, { body }, { fallback: t("The addresses could not be added.") }),
    onSettled: () => cache.invalidateQueries({ queryKey: suppressionsKey }),
    meta: { showsFailure: true },
  });
}

export function useRemoveSuppression() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof suppressions.remove>) =>
      call(suppressions.remove, { body }, { fallback: t("The address could not be removed.") }),
    onSettled: () => cache.invalidateQueries({ queryKey: suppressionsKey }),
    meta: { showsFailure: true },
  });
}
