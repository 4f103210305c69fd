import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, instant, line, listQuery, pageOf } from "../fields.ts";
import { roles } from "../rules/access.ts";
import { periodShape } from "../rules/period.ts";
import { t } from "../text/t.ts";

export const auditRecord = z.object({
  id,
  at: instant,
  /** The company that the record is about. */
  tenant: z.object({ code: z.string(), name: z.string() }),
  actor: z.object({ id, name: z.string(), email: z.string(), roleCode: z.enum(roles) }),
  /** The actor belongs to another company and acted for this one. */
  acting: z.boolean(),
  /** Such as `user.updated`. */
  action: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  /** The network address of the actor, if known. */
  address: z.string(),
  /** Field → `[before, after]`, or a note; never a secret. */
  changes: z.record(z.string(), z.unknown()),
});
export type AuditRecord = z.output<typeof auditRecord>;

const filters = {
  /** The name or the address of the person who acted. */
  who: line(t("User"), 200).optional(),
  /** The name or the id of the target. */
  target: line(t("Target"), 200).optional(),
  /** An action such as `user.updated`, or a prefix such as `user`. */
  action: line(t("Action"), 60).optional(),
  ...periodShape,
};

/** The filters of the export are those of the list. */
export const auditExport = z.strictObject({
  format: z.enum(["csv", "json"]).default("csv"),
  q: line(t("Search text"), 200).optional(),
  ...filters,
});
export type AuditExport = z.output<typeof auditExport>;
export type AuditFilter = Omit<AuditExport, "format">;

/** Path below `/api` of the export, newest first. Not JSON alone, so not an endpoint. */
export const auditExportPath = "/audit/export";

export const audit = {
  list: endpoint({
    method: "GET",
    path: "/audit",
    access: "admin",
    tenancy: "across",
    summary: "List the audit records, newest first",
    query: listQuery(["at", "tenant", "actor", "action", "target"]).extend(filters).strict(),
    response: pageOf(auditRecord),
  }),
};
