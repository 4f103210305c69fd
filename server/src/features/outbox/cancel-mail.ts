import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { outbox, outboxContents } from "#db/tables/outbox.ts";
import type { Scope } from "#scope.ts";
import { dropFollowUp } from "#features/follow-up-state/follow-up-state.ts";
import { uncountMail } from "#features/plans/quota.ts";
import { publishMail } from "./announce.ts";
import { withdrawAnswer } from "./invitation-answers.ts";

type Row = typeof outbox.$inferSelect;

/**
 * Cancels a mail that has not been sent. Only its idempotency key stays. The sender claims the same row by an update of the
 * same phase, so one of the two wins.
 */
export async function cancelMail(scope: Scope, messageId: string) {
  const { tenantId, user } = scope;
  await scope.tx(async (tx) => {
    const isOwnMail = and(eq(outbox.tenantId, tenantId), eq(outbox.userId, user.id), eq(outbox.messageId, messageId));
    const [cancelled] = await tx
      .update(outbox)
      .set({ phase: "cancelled", updatedAt: sql`now()` })
      .where(and(isOwnMail, eq(outbox.phase, "queued")))
      .returning();
    if (!cancelled) {
      const [found] = await tx.select({ phase: outbox.phase }).from(outbox).where(isOwnMail);
      throw found ? conflict(tooLate[found.phase]) : notFound(t("Mail not found"));
    }
    await forgetQueued(tx, scope, cancelled);
    await publishMail(tx, cancelled, cancelled.id);
  });
  return { messageId, status: "cancelled" as const };
}

/** Deletes what a mail that was never sent left behind: content, log entry, quota, follow-up and answer to an invitation. */
export async function forgetQueued(tx: Tx, { tenantId, user }: Scope, { id, quotaMonth: month, recipients }: Row) {
  await tx.delete(outboxContents).where(and(eq(outboxContents.tenantId, tenantId), eq(outboxContents.id, id)));
  await tx.delete(emailLogs).where(and(eq(emailLogs.tenantId, tenantId), eq(emailLogs.id, id)));
  await dropFollowUp(tx, { tenantId, userId: user.id, logId: id });
  await withdrawAnswer(tx, { tenantId, logId: id });
  await uncountMail(tx, { tenantId, month, recipients: recipients.length });
}

const onItsWay = t("Too late to undo: the mail is on its way.");
const tooLate: Record<Row["phase"], string> = {
  queued: onItsWay,
  connecting: onItsWay,
  data_sent: onItsWay,
  sent: t("Too late to undo: the mail has been sent."),
  failed: t("The mail was not sent: it failed."),
  cancelled: t("The mail was taken back already."),
};
