import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#lib/ids.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { job } from "#db/queue.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { World } from "#scope.ts";
import { publishMail } from "./announce.ts";
import { outboundSenderOf } from "./outbound-sender.ts";
import { leaseSeconds, openOutboxStore, released, rowsOf } from "./outbox-store.ts";
import { backOffSeconds, unconfirmed } from "./outcome.ts";
import { wasSent } from "./sent-copies.ts";

/** Looks after mail whose sender died, and after what is due and nobody was woken for. */
export const recoverOutbox = job("outbox.recover", z.object({}), { retryLimit: 0 });
export const purgeOutbox = job("outbox.purge", z.object({}), { retryLimit: 0 });

/** For how long a failed mail can be sent again, and a key is remembered. */
export const keepDays = 30;

/** As platform: mail of all tenants. */
export async function recover(world: World) {
  await confirmByMailbox(world);
  const tenants = await fencedTransaction(world.db, "platform", async (tx) => {
    await requeueUnsent(tx);
    await failAbandoned(tx, "data_sent", unconfirmed);
    return tx
      .selectDistinct({ tenantId: outbox.tenantId })
      .from(outbox)
      .where(and(outbox.isOpen, eq(outbox.phase, "queued"), sql`${outbox.nextAt} <= now()`));
  });
  const post = outboundSenderOf(world);
  for (const { tenantId } of tenants) await post.drain(tenantId);
}

/** At start: what is free now, and once more when the last lease of a predecessor has run out. */
export async function recoverAtStart(world: World) {
  await recover(world);
  const startAfter = new Date(Date.now() + (leaseSeconds + 2) * 1000);
  await fencedTransaction(world.db, "platform", (tx) => world.queue.enqueue(tx, recoverOutbox, {}, { startAfter }));
}

const isAbandoned = sql`${outbox.isOpen} and ${outbox.leaseUntil} < now()`;

/** The server had not been given the end of the mail, so it has not got it: it can be sent as if for the first time. */
async function requeueUnsent(tx: Tx) {
  await tx
    .update(outbox)
    .set({ phase: "queued", nextAt: sql`now()`, ...released, updatedAt: sql`now()` })
    .where(and(eq(outbox.phase, "connecting"), isAbandoned, sql`${outbox.attempts} <= ${backOffSeconds.length}`));
  // A mail that takes its process down with it each time is not tried for ever.
  await failAbandoned(tx, "connecting", `Sending failed after ${backOffSeconds.length + 1} attempts.`);
}

/**
 * The server may have it. SMTP has no question for that; a mailbox that keeps what was sent may know. What it does not know is
 * said to be unconfirmed, and left to a person.
 */
async function confirmByMailbox(world: World) {
  const open = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select()
      .from(outbox)
      .where(and(eq(outbox.phase, "data_sent"), isAbandoned, isNotNull(outbox.mailboxId)))
      .limit(100),
  );
  const ledger = openOutboxStore(world, newId());
  for (const { tenantId, id, userId, mailboxId, messageId } of open) {
    if (mailboxId && (await wasSent(world, { tenantId, userId, mailboxId }, messageId)))
      await ledger.settle({ tenantId, id }, { phase: "sent", note: null });
  }
}

async function failAbandoned(tx: Tx, phase: "connecting" | "data_sent", error: string) {
  const failed = await tx
    .update(outbox)
    .set({ phase: "failed", error, ...released, updatedAt: sql`now()` })
    .where(and(eq(outbox.phase, phase), isAbandoned))
    .returning({ tenantId: outbox.tenantId, id: outbox.id, userId: outbox.userId });
  if (failed.length === 0) return;
  await tx.update(emailLogs).set({ status: "failed", error }).where(rowsOf(failed, emailLogs));
  for (const mail of failed) await publishMail(tx, mail, mail.id);
}

/** What nobody can retry or ask for any more. */
export async function purge(world: World) {
  await fencedTransaction(world.db, "platform", async (tx) => {
    const settled = inArray(outbox.phase, ["sent", "failed", "cancelled"]);
    const limit = sql`now() - make_interval(days => ${keepDays})`;
    await tx.delete(outbox).where(and(settled, lt(outbox.createdAt, limit), lt(outbox.updatedAt, limit)));
  });
}
