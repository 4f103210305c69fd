import type { BodyOf } from "@intellibox/contract/endpoint";
import type { summaries as calls, KeptSummary } from "@intellibox/contract/endpoints/summaries";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, inArray } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { summaries } from "#db/tables/summaries.ts";
import type { Scope } from "#scope.ts";
import { enqueueEvents } from "#features/webhook-state/enqueue-event.ts";

/** Bounds the storage: each summary holds a whole thread. */
const mostKept = 100;

export async function listSummaries(tx: Tx, scope: Scope) {
  const { id, title, createdAt, pointCount, actionCount, messageCount } = summaries;
  return tx
    .select({ id, title, createdAt, points: pointCount, actions: actionCount, messages: messageCount })
    .from(summaries)
    .where(ownSummaries(scope))
    .orderBy(...newestFirst)
    .limit(mostKept);
}

export async function getSummary(tx: Tx, scope: Scope, id: string): Promise<KeptSummary> {
  const found = await tx
    .select()
    .from(summaries)
    .where(and(ownSummaries(scope), eq(summaries.id, id)));
  return firstOr(found, notFound(t("Summary not found")));
}

export async function keepSummary(tx: Tx, scope: Scope, content: BodyOf<typeof calls.keep>): Promise<KeptSummary> {
  const row = {
    ...content,
    tenantId: scope.tenantId,
    userId: scope.user.id,
    messageCount: content.thread.length,
    pointCount: content.summary.length,
    actionCount: content.actions.length,
  };
  // Returns only the new columns: reading the whole thread back would be a waste.
  const { id, createdAt } = summaries;
  const kept = only(await tx.insert(summaries).values(row).returning({ id, createdAt }));
  await deleteOldest(tx, scope);
  await tellOfSummary(tx, scope, { ...kept, title: content.title, actionCount: row.actionCount });
  return { ...content, ...kept };
}

/** For webhooks. Its title may say what a mail is about. */
export async function tellOfSummary(
  tx: Tx,
  { tenantId, user }: Scope,
  { id, title, actionCount }: { id: string; title: string; actionCount: number },
) {
  const owner = { tenantId, userId: user.id };
  await enqueueEvents(tx, [owner], ["summary.done"], () => [
    { ...owner, event: "summary.done", shared: { summaryId: id }, own: { title, tasks: actionCount } },
  ]);
}

export async function updateSummary(
  tx: Tx,
  scope: Scope,
  id: string,
  { actions }: BodyOf<typeof calls.update>,
): Promise<{ ok: true }> {
  const changed = await tx
    .update(summaries)
    .set({ actions, actionCount: actions.length })
    .where(and(ownSummaries(scope), eq(summaries.id, id)))
    .returning({ id: summaries.id });
  firstOr(changed, notFound(t("Summary not found")));
  return { ok: true };
}

export async function removeSummary(tx: Tx, scope: Scope, id: string): Promise<{ ok: true }> {
  const removed = await tx
    .delete(summaries)
    .where(and(ownSummaries(scope), eq(summaries.id, id)))
    .returning({ id: summaries.id });
  firstOr(removed, notFound(t("Summary not found")));
  return { ok: true };
}

export async function deleteOldest(tx: Tx, scope: Scope) {
  const beyond = tx
    .select({ id: summaries.id })
    .from(summaries)
    .where(ownSummaries(scope))
    .orderBy(...newestFirst)
    .offset(mostKept);
  await tx.delete(summaries).where(and(ownSummaries(scope), inArray(summaries.id, beyond)));
}

/** Row-level security applies the same condition; here it lets PostgreSQL use the index. */
export const ownSummaries = ({ tenantId, user }: Scope) =>
  and(eq(summaries.tenantId, tenantId), eq(summaries.userId, user.id));
const newestFirst = [desc(summaries.createdAt), desc(summaries.id)];
