import { t } from "@intellibox/contract/text/t";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { mailRules } from "#db/tables/mail-rules.ts";
import type { Scope } from "#scope.ts";

/**
 * Takes a removed mailbox out of the rules that are for several. One that was for this mailbox alone is paused and keeps it: without
 * any, a rule is for all mailboxes.
 */
export async function leaveRules(tx: Tx, scope: Scope, id: string): Promise<void> {
  const { tenantId, user } = scope;
  const isFor = and(
    eq(mailRules.tenantId, tenantId),
    eq(mailRules.userId, user.id),
    sql`${id}::uuid = any (${mailRules.mailboxIds})`,
  );
  const changed = { version: sql`${mailRules.version} + 1`, updatedAt: scope.now() };
  await tx
    .update(mailRules)
    .set({ ...changed, mailboxIds: sql`array_remove(${mailRules.mailboxIds}, ${id}::uuid)` })
    .where(and(isFor, sql`cardinality(${mailRules.mailboxIds}) > 1`));
  await tx
    .update(mailRules)
    .set({ ...changed, state: "paused", pausedReason: t("Its mailbox was removed.") })
    .where(and(isFor, inArray(mailRules.state, ["on", "watch"])));
  await scope.publish(tx, { tenantId, userId: user.id }, { kind: "mail-rules", data: {} });
}
