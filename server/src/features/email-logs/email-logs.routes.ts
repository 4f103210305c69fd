import { Readable } from "node:stream";
import { api } from "@intellibox/contract/api";
import { emailLogExportPath, emailLogFilter } from "@intellibox/contract/endpoints/email-logs";
import { parsePart } from "#http/refusal.ts";
import { on, onRaw } from "#http/route.ts";
import { audit } from "#features/audit/audit.ts";
import { getEmailLog, listEmailLogs } from "./email-logs.ts";
import { exportEmailLogs } from "./export-email-logs.ts";

export const emailLogRoutes = [
  on(api.emailLogs.list, (scope, { query }) => scope.tx((tx) => listEmailLogs(tx, query))),
  on(api.emailLogs.get, (scope, { params }) => scope.tx((tx) => getEmailLog(tx, params.id))),
  onRaw(
    { method: "GET", path: `/api${emailLogExportPath}`, access: "admin", tenancy: "across" },
    async (scope, request, reply) => {
      const filter = parsePart(emailLogFilter, request.query, "query");
      await scope.tx((tx) => audit(tx, scope, { action: "email-logs.exported", changes: { ...filter } }));
      const name = `email-logs-${scope.now().toISOString().slice(0, 10)}.csv`;
      return reply
        .header("content-type", "text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${name}"`)
        .header("cache-control", "no-store")
        .send(Readable.from(exportEmailLogs(scope, filter)));
    },
  ),
];
