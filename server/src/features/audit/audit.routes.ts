import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { listAudit } from "./list-audit.ts";

export const auditRoutes = [on(api.audit.list, (scope, { query }) => scope.tx((tx) => listAudit(tx, query)))];
