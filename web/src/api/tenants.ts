import type { BodyOf, QueryOf } from "@intellibox/contract/endpoint";
import { tenants } from "@intellibox/contract/endpoints/tenants";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

type Query = QueryOf<typeof tenants.list>;

/** One page of companies, filtered and sorted by the server. */
export const tenantsQuery = (query: Query) =>
  queryOptions({
    queryKey: ["tenants", "page", query],
    queryFn: async ({ signal }) => {
      const answer = await call(
        tenants.list,
        { query: { page: 1, limit: 10, ...query } },
        { signal, fallback: "Failed to load tenants" },
      );
      return Array.isArray(answer) ? { items: [], total: 0 } : answer;
    },
    placeholderData: keepPreviousData,
  });

export function useCreateTenant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof tenants.create>) => call(tenants.create, { body }, { fallback: "Save failed" }),
    onSuccess: refresh,
    meta: { showsFailure: true },
  });
}

/** Only what changed travels: an administrator of a company may not even name the rest. */
export function useUpdateTenant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: BodyOf<typeof tenants.update> }) =>
      call(tenants.update, { params: { id }, body: changes }, { fallback: "Save failed" }),
    onSuccess: refresh,
    meta: { showsFailure: true },
  });
}

export function useRemoveTenant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, confirm }: { id: string; confirm?: string | undefined }) =>
      call(tenants.remove, { params: { id }, query: { confirm } }, { fallback: "Delete failed" }),
    onSuccess: refresh,
    meta: { showsFailure: true },
  });
}

/** The lists, and the selectors made of the same companies. */
function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ["tenants"] });
}
