import { endpoint } from "@intellibox/contract/endpoint";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod";
import type { TenantOption } from "#lib/acting-tenant.ts";
import { call } from "#lib/api.ts";

const option = z.object({ _id: z.string().optional(), id: z.string().optional(), name: z.string() });

/** The whole list without paging: an array of companies, or a page of them. */
const allTenants = endpoint({
  method: "GET",
  path: "/tenants",
  access: "admin",
  tenancy: "platform",
  summary: "All companies, for selectors",
  response: z.union([z.array(option), z.object({ items: z.array(option) })]),
});

export const tenantOptionsQuery = queryOptions({
  queryKey: ["tenants", "options"],
  queryFn: async ({ signal }): Promise<TenantOption[]> => {
    const answer = await call(allTenants, {}, { signal, fallback: "Failed to fetch tenants" });
    const found = Array.isArray(answer) ? answer : answer.items;
    return found.flatMap(({ _id, id = _id, name }) => (id ? [{ id, name }] : []));
  },
});
