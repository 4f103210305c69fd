import type { Template } from "@intellibox/contract/endpoints/templates";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, gt, isNotNull, lt } from "#db/orm.ts";
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
    const restored = only(await tx.update(templates).set({ removedAt: null }).where(isTemplate(scope, id)).returning());
    await record(tx, scope, "template.restored", restored);
    return presentTemplate(restored);
  });

/** Called every hour, as platform. */
export const purgeTemplates = (tx: Tx, now: Date) =>
  tx.delete(templates).where(and(isNotNull(templates.removedAt), lt(templates.removedAt, oldest(now))));
