import { Readable } from "node:stream";
import { api } from "@intellibox/contract/api";
import { auditExport, auditExportPath } from "@intellibox/contract/endpoints/audit";
import { parsePart } from "#http/refusal.ts";
import { on, onRaw } from "#http/route.ts";
import { exportAudit, recordExport } from "./export-audit.ts";
import { listAudit } from "./list-audit.ts";

export const auditRoutes = [
  on(api.audit.list, (scope, { query }) => scope.tx((tx) => listAudit(tx, query))),
  onRaw(
    { method: "GET", path: `/api${auditExportPath}`, access: "admin", tenancy: "across" },
    async (scope, request, reply) => {
      const filter = parsePart(auditExport, request.query, "query");
      await recordExport(scope, filter);
      const name = `audit-${scope.now().toISOString().slice(0, 10)}.${filter.format}`;
      const type = filter.format === "csv" ? "text/csv" : "application/json";
      return reply
        .header("content-type", `${type}; charset=utf-8`)
        .header("content-disposition", `attachment; filename="${name}"`)
        .header("cache-control", "no-store")
        .send(Readable.from(exportAudit(scope, filter)));
    },
  ),
];
