import { maxTemplateName, type Template } from "@intellibox/contract/endpoints/templates";
import { plainLine } from "@intellibox/contract/rules/plain-line";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, gt, isNotNull, isNull, lt, sql } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { templates } from "#db/tables/templates.ts";
import type { Scope } from "#scope.ts";
import { isTemplate, lockTemplate, presentTemplate, record, refuseMember, refuseTooMany } from "./templates.ts";

/** How long a deleted template can be restored. */
const restoreMs = 3600_000;
const oldest = (now: Date) => new Date(now.getTime() - restoreMs);

export const removeTemplate = (scope: Scope, id: string, basedOn: number): Promise<{ ok: true }> =>
  scope.tx(async (tx) => {
    const row = await lockTemplate(tx, scope, id, basedOn);
    await tx.update(templates).set({ removedAt: scope.now() }).where(isTemplate(scope, id));
    await record(tx, scope, "template.deleted", row);
    return { ok: true };
  });

export const restoreTemplate = (scope: Scope, id: string): Promise<Template> =>
  scope.tx(async (tx) => {
    const isRemoved = and(isTemplate(scope, id), gt(templates.removedAt, oldest(scope.now())));
    const row = firstOr(
      await tx.select().from(templates).where(isRemoved).for("update"),
      notFound(t("This template cannot be restored any more.")),
    );
    if (row.userId === null) refuseMember(scope);
    await refuseTooMany(tx, scope, row.userId === null);
    const name = await freeName(tx, row);
    const values = { removedAt: null, ...(name !== row.name && { name, version: row.version + 1 }) };
    const restored = only(await tx.update(templates).set(values).where(isTemplate(scope, id)).returning());
    await record(tx, scope, "template.restored", restored);
    return presentTemplate(restored);
  });

/** Its name, or "Name (2)" if another template has got it meanwhile. */
async function freeName(tx: Tx, { tenantId, userId, name }: typeof templates.$inferSelect): Promise<string> {
  const isOwner = userId === null ? isNull(templates.userId) : eq(templates.userId, userId);
  const rows = await tx
    .select({ name: sql<string>`lower(${templates.name})` })
    .from(templates)
    .where(and(eq(templates.tenantId, tenantId), isOwner, isNull(templates.removedAt)));
  const taken = new Set(rows.map((row) => row.name));
  const numbered = (count: number) => `${plainLine(name, maxTemplateName - 6)} (${count})`;
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count++) free = numbered(count);
  return free;
}

/** Called every hour, as platform. */
export const purgeTemplates = (tx: Tx, now: Date) =>
  tx.delete(templates).where(and(isNotNull(templates.removedAt), lt(templates.removedAt, oldest(now))));
