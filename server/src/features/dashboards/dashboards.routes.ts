import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { myDashboard } from "./my-dashboard.ts";
import { platformDashboard } from "./platform-dashboard.ts";
import { tenantDashboard } from "./tenant-dashboard.ts";

export const dashboardRoutes = [
  on(api.dashboards.me, (scope, { query }) => myDashboard(scope, query.timeZone)),
  on(api.dashboards.tenant, (scope, { query }) => tenantDashboard(scope, query.timeZone)),
  on(api.dashboards.platform, (scope, { query }) => platformDashboard(scope, query.timeZone)),
];
