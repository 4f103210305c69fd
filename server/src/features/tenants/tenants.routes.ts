import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { listTenants } from "./list-tenants.ts";
import { createTenant, removeTenant, updateTenant } from "./tenants.ts";

export const tenantRoutes = [
  on(api.tenants.list, (scope, { query }) => scope.tx((tx) => listTenants(tx, query))),
  on(api.tenants.create, (scope, { body }) => createTenant(scope, body)),
  on(api.tenants.update, (scope, { params, body }) => updateTenant(scope, params.id, body)),
  on(api.tenants.remove, (scope, { params, query }) => removeTenant(scope, params.id, query.confirm)),
];
