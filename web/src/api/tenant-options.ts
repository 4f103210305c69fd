import { tenants } from "@intellibox/contract/endpoints/tenants";
import { queryOptions } from "@tanstack/react-query";
import type { TenantOption } from "#lib/acting-tenant.ts";
import { call } from "#lib/api.ts";

/** Every company, for selectors. The server answers with options, or with a page of companies: both will do. */
export const tenantOptionsQuery = queryOptions({
  queryKey: ["tenants", "options"],
  queryFn: async ({ signal }): Promise<TenantOption[]> => {
    const answer = await call(tenants.list, { query: {} }, { signal, fallback: "Failed to fetch tenants" });
    if (Array.isArray(answer)) return answer.map(({ id, name }) => ({ id, name }));
    return answer.items.map(({ _id, name }) => ({ id: _id, name }));
  },
});
