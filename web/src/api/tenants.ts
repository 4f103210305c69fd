import type { BodyOf, QueryOf } from "@intellibox/contract/endpoint";
import { tenants } from "@intellibox/contract/endpoints/tenants";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

type Query = QueryOf<typeof tenants.list>;

/** One page of companies, filtered and sorted by the server. */
export const tenantsQuery = (query: Query) =>
  queryOptions({
    queryKey: ["tenants", "page", query],
    queryFn: async ({ signal }) => {
      const response = await call(
        tenants.list,
        { query: { page: 1, limit: 10, ...query } },
        { signal, fallback: t("Failed to load tenants") },
      );
      return Array.isArray(response) ? { items: [], total: 0 } : response;
    },
    placeholderData: keepPreviousData,
  });

export function useCreateTenant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof tenants.create>) => call(tenants.create, { body }, { fallback: t("Save failed") }),
    onSuccess: refresh,
    meta: { showsFailure: true },
  });
}

/** Sends only the changed fields, since the server refuses a company's administrator the other ones. */
export function useUpdateTenant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: BodyOf<typeof tenants.update> }) =>
      call(tenants.update, { params: { id }, body: changes }, { fallback: t("Save failed") }),
    onSuccess: refresh,
    meta: { showsFailure: true },
  });
}

export function useRemoveTenant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, confirm }: { id: string; confirm?: string | undefined }) =>
      call(tenants.remove, { params: { id }, query: { confirm } }, { fallback: t("Delete failed") }),
    onSuccess: refresh,
    meta: { showsFailure: true },
  });
}

/** Refetches the lists and the selectors of companies. */
function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ["tenants"] });
}
