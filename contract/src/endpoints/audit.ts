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

export const audit = {
  list: endpoint({
    method: "GET",
    path: "/audit",
    access: "admin",
    tenancy: "across",
    summary: "List the audit records, newest first",
    query: listQuery(["at", "tenant", "actor", "action", "target"])
      .extend({
        /** An action such as `user.updated`, or a prefix such as `user`. */
        action: line(t("Action"), 60).optional(),
        ...periodShape,
      })
      .strict(),
    response: pageOf(auditRecord),
  }),
};
