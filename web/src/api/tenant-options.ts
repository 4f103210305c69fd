import { tenants } from "@intellibox/contract/endpoints/tenants";
import { selectorLimit } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import type { TenantOption } from "#lib/session/acting-tenant.ts";

/** The message if the server gave none. The selector in the top bar does not show it. */
export const silentFailure = t("Failed to fetch tenants");

/** All companies, for selectors. Accepts a response with options or with pages of companies. */
export const tenantOptionsQuery = queryOptions({
  queryKey: ["tenants", "options"],
  queryFn: async ({ signal }): Promise<TenantOption[]> => {
    const found: TenantOption[] = [];
    for (let page = 1; ; page++) {
      const query = { page, limit: selectorLimit, sort: "name" } as const;
      const response = await call(tenants.list, { query }, { signal, fallback: silentFailure });
      if (Array.isArray(response)) return response.map(({ id, name }) => ({ id, name }));
      found.push(...response.items.map(({ _id, name }) => ({ id: _id, name })));
      if (response.items.length < selectorLimit) return found;
    }
  },
});
