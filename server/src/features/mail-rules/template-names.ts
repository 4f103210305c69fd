import type { RuleAction } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull } from "#db/orm.ts";
import { templates } from "#db/tables/templates.ts";
import type { Scope } from "#scope.ts";

/** The names of the templates that the actions send. */
export async function templateNames(tx: Tx, { tenantId }: Scope, actions: RuleAction[]): Promise<Map<string, string>> {
  const ids = [...new Set(actions.flatMap((one) => (one.do === "sendTemplate" ? one.templateId : [])))];
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(and(eq(templates.tenantId, tenantId), inArray(templates.id, ids), isNull(templates.removedAt)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
