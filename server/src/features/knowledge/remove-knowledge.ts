import type { KnowledgeSource } from "@intellibox/contract/endpoints/knowledge";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, gt, isNotNull, lt } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { knowledgeSources } from "#db/tables/knowledge.ts";
import type { Scope } from "#scope.ts";
import { changed, isReadable, isSource, lockSource, presentSource, refuseMember, refuseTooMany } from "./knowledge.ts";

/** How long a deleted entry can be restored. */
const restoreMs = 3600_000;
const oldest = (now: Date) => new Date(now.getTime() - restoreMs);

export const removeKnowledge = (scope: Scope, id: string, basedOn: number): Promise<{ ok: true }> =>
  scope.tx(async (tx) => {
    const row = await lockSource(tx, scope, id, basedOn);
    await tx.update(knowledgeSources).set({ removedAt: scope.now() }).where(isSource(scope, id));
    await changed(tx, scope, "knowledge.deleted", row);
    return { ok: true };
  });

export const restoreKnowledge = (scope: Scope, id: string): Promise<KnowledgeSource> =>
  scope.tx(async (tx) => {
    const isRow = and(isReadable(scope), eq(knowledgeSources.id, id));
    const row = firstOr(
      await tx
        .select()
        .from(knowledgeSources)
        .where(and(isRow, gt(knowledgeSources.removedAt, oldest(scope.now()))))
        .for("update"),
      notFound(t("This entry cannot be restored any more.")),
    );
    if (row.userId === null) refuseMember(scope);
    await refuseTooMany(tx, scope, row.userId, row.pieces);
    const restored = only(await tx.update(knowledgeSources).set({ removedAt: null }).where(isRow).returning());
    await changed(tx, scope, "knowledge.restored", restored);
    return presentSource(scope, restored);
  });

/** Called every hour, as platform. Pieces and files go with their entry. */
export const purgeKnowledge = (tx: Tx, now: Date) =>
  tx
    .delete(knowledgeSources)
    .where(and(isNotNull(knowledgeSources.removedAt), lt(knowledgeSources.removedAt, oldest(now))));
