import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { outbox, outboxContents } from "#db/tables/outbox.ts";
import type { Scope } from "#scope.ts";
import { moveFollowUp } from "#features/follow-up-state/follow-up-state.ts";
import { publishMail } from "./announce.ts";
import { isContentOf, isMail, lockUnsent } from "./discard-mail.ts";
import { drainOutboxJob } from "./drain-job.ts";
import type { OutboundSender } from "./outbound-sender.ts";
import { presentOutgoing, selectOutgoing } from "./own-mail.ts";
import { readRaw } from "./read-raw.ts";
import { redate } from "./redate.ts";
import { refuseBadTime } from "./request.ts";
import { sendAndTell } from "./send-mail.ts";

type Row = typeof outbox.$inferSelect;

/** Sends a scheduled, waiting or failed mail now: the same mail, with the same Message-ID. */
export async function sendNow(scope: Scope, outbound: OutboundSender, id: string) {
  const mail = await scope.tx(async (tx) => {
    const found = await lockUnsent(tx, scope, id);
    const now = scope.now();
    await replan(tx, scope, found, now);
    await tx
      .update(emailLogs)
      .set({ status: "queued", error: null })
      .where(and(eq(emailLogs.tenantId, scope.tenantId), eq(emailLogs.id, id)));
    await publishMail(tx, found, id);
    return found;
  });
  return { id, ...(await sendAndTell(scope, outbound, mail)) };
}

export async function reschedule(scope: Scope, id: string, sendAt: Date) {
  refuseBadTime(sendAt, scope.now(), "sendAt");
  return scope.tx(async (tx) => {
    const mail = await lockUnsent(tx, scope, id);
    if (mail.phase === "failed") throw conflict(t("This mail has failed. Edit it, or send it again."));
    await replan(tx, scope, mail, sendAt);
    await scope.enqueue(tx, drainOutboxJob, { tenantId: scope.tenantId }, { startAfter: sendAt });
    await publishMail(tx, mail, id);
    const rows = await selectOutgoing(tx).where(and(eq(outbox.tenantId, scope.tenantId), eq(outbox.id, id)));
    return presentOutgoing(firstOr(rows, notFound(t("Mail not found"))), scope.now());
  });
}

/** Queues the mail for another time, and writes that time into its Date header. */
async function replan(tx: Tx, scope: Scope, mail: Row, at: Date) {
  await tx
    .update(outbox)
    .set({
      phase: "queued",
      attempts: 0,
      error: null,
      undoUntil: null,
      nextAt: at > scope.now() ? at : sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(isMail(mail));
  const raw = await readRaw(tx, mail);
  if (!raw) throw conflict(t("The text of this mail is not kept any more. Write it again."));
  await tx.delete(outboxContents).where(isContentOf(mail));
  const { tenantId, id, userId } = mail;
  await tx.insert(outboxContents).values({ tenantId, id, userId, raw: redate(raw, at) });
  await moveFollowUp(tx, { tenantId, logId: id }, at);
}
