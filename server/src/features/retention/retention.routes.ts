import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { getRetention, saveRetention } from "./retention.ts";

export const retentionRoutes = [
  on(api.retention.get, (scope, { params }) => getRetention(scope, params.id)),
  on(api.retention.save, (scope, { params, body }) => saveRetention(scope, params.id, body)),
];
