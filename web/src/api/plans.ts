import type { BodyOf } from "@intellibox/contract/endpoint";
import { plans } from "@intellibox/contract/endpoints/plans";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

type NewPlan = BodyOf<typeof plans.create>;

export const plansQuery = queryOptions({
  queryKey: ["plans"],
  queryFn: ({ signal }) => call(plans.list, {}, { signal, fallback: t("Failed to load plans") }),
});

/** Creates a plan, or updates the one with the id. A plan's code cannot be changed. */
export function useSavePlan() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...form }: NewPlan & { id?: string | undefined }) => {
      if (!id) return call(plans.create, { body: form }, { fallback: t("Save failed") });
      const { code: _, ...changes } = form;
      return call(plans.update, { params: { id }, body: changes }, { fallback: t("Save failed") });
    },
    onSuccess: () => cache.invalidateQueries(plansQuery),
    meta: { showsFailure: true },
  });
}

export function useRemovePlan() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(plans.remove, { params: { id } }, { fallback: t("Delete failed") }),
    onSuccess: () => cache.invalidateQueries(plansQuery),
    meta: { showsFailure: true },
  });
}
