import { tenants } from "@intellibox/contract/endpoints/tenants";
import { selectorLimit } from "@intellibox/contract/rules/limits";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import type { TenantOption } from "#lib/session/acting-tenant.ts";

/** Where the server has no words for why there are none. */
export const silentFailure = "Failed to fetch tenants";

/** Every company, for selectors. The server answers with options, or with pages of companies: both will do. */
export const tenantOptionsQuery = queryOptions({
  queryKey: ["tenants", "options"],
  queryFn: async ({ signal }): Promise<TenantOption[]> => {
    const found: TenantOption[] = [];
    for (let page = 1; ; page++) {
      const query = { page, limit: selectorLimit, sort: "name" } as const;
      const answer = await call(tenants.list, { query }, { signal, fallback: silentFailure });
      if (Array.isArray(answer)) return answer.map(({ id, name }) => ({ id, name }));
      found.push(...answer.items.map(({ _id, name }) => ({ id: _id, name })));
      if (answer.items.length < selectorLimit) return found;
    }
  },
});
