import { z } from "zod";
import { sendAttempts } from "#lib/counters.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { outboxLease } from "#db/lease.ts";
import { and, eq, inArray, isNotNull, lt, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { World } from "#scope.ts";
import { publishMail } from "./announce.ts";
import { outboundSenderOf } from "./outbound-sender.ts";
import { openOutboxStore, rowsOf } from "./outbox-store.ts";
import { backOffSeconds, labelOf, unconfirmed } from "./outcome.ts";
import { wasSent } from "./sent-copies.ts";

/** Recovers mails of a process that died, and sends due mails whose job was lost. */
export const recoverOutbox = job("outbox.recover", z.object({}), { retryLimit: 0 });
export const purgeOutbox = job("outbox.purge", z.object({}), { retryLimit: 0 });

/** How long a failed mail can be sent again, and an idempotency key is remembered. */
export const keepDays = 30;

/** As platform: mail of all tenants. */
export async function recover(world: World) {
  await recoverAbandoned(world);
  const due = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .selectDistinct({ tenantId: outbox.tenantId })
      .from(outbox)
      .where(and(outbox.isOpen, eq(outbox.phase, "queued"), sql`${outbox.nextAt} <= now()`)),
  );
  await drainEach(world, due);
}

/** Takes over the mails whose process died or hangs. */
export async function recoverAbandoned(world: World) {
  // First those that can be sent again: to search Sent folders may take long.
  const requeued = await fencedTransaction(world.db, "platform", (tx) => requeueUnsent(tx, world));
  await drainEach(world, requeued);
  await confirmByMailbox(world);
  await fencedTransaction(world.db, "platform", (tx) => failAbandoned(tx, world, "data_sent", unconfirmed));
}

async function drainEach(world: World, mails: { tenantId: string }[]) {
  const outbound = outboundSenderOf(world);
  for (const tenantId of new Set(mails.map((mail) => mail.tenantId))) await outbound.drain(tenantId);
}

const isAbandoned = ({ presence }: World) => and(outbox.isOpen, outboxLease.isAbandoned(presence));

/** Before `data_sent` the server has not got the end of the mail, so it can be sent again safely. */
async function requeueUnsent(tx: Tx, world: World) {
  const requeued = await tx
    .update(outbox)
    .set({ phase: "queued", nextAt: sql`now()`, ...outboxLease.release, updatedAt: sql`now()` })
    .where(and(eq(outbox.phase, "connecting"), isAbandoned(world), sql`${outbox.attempts} <= ${backOffSeconds.length}`))
    .returning({ tenantId: outbox.tenantId });
  // A mail that crashes its process each time must not be retried without end.
  await failAbandoned(tx, world, "connecting", `Sending failed after ${backOffSeconds.length + 1} attempts.`);
  return requeued;
}

/**
 * After `data_sent` the server may have the mail. SMTP cannot be asked; the mailbox's Sent folder may show it. Otherwise the mail
 * becomes unconfirmed, and its sender decides.
 */
async function confirmByMailbox(world: World) {
  const open = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select()
      .from(outbox)
      .where(and(eq(outbox.phase, "data_sent"), isAbandoned(world), isNotNull(outbox.mailboxId)))
      .limit(100),
  );
  const store = openOutboxStore(world, world.presence.newHolder());
  for (const { tenantId, id, userId, mailboxId, messageId } of open) {
    if (mailboxId && (await wasSent(world, { tenantId, userId, id: mailboxId }, messageId)))
      await store.settle({ tenantId, id }, { phase: "sent", note: null });
  }
}

async function failAbandoned(tx: Tx, world: World, phase: "connecting" | "data_sent", error: string) {
  const failed = await tx
    .update(outbox)
    .set({ phase: "failed", error, ...outboxLease.release, updatedAt: sql`now()` })
    .where(and(eq(outbox.phase, phase), isAbandoned(world)))
    .returning({ tenantId: outbox.tenantId, id: outbox.id, userId: outbox.userId, route: outbox.route });
  if (failed.length === 0) return;
  for (const { route } of failed) sendAttempts.inc({ route, outcome: labelOf({ phase: "failed", error }) });
  await tx.update(emailLogs).set({ status: "failed", error }).where(rowsOf(failed, emailLogs));
  for (const mail of failed) await publishMail(tx, mail, mail.id);
}

/** Deletes mails that can no longer be retried or asked for. */
export async function purge(world: World) {
  await fencedTransaction(world.db, "platform", async (tx) => {
    const settled = inArray(outbox.phase, ["sent", "failed", "cancelled"]);
    const limit = sql`now() - make_interval(days => ${keepDays})`;
    await tx.delete(outbox).where(and(settled, lt(outbox.createdAt, limit), lt(outbox.updatedAt, limit)));
  });
}
