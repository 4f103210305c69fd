import { sql } from "drizzle-orm";
import type { Tx } from "#db/fence.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { trackedLinks } from "#db/tables/engagements.ts";
import { outbox, outboxContents } from "#db/tables/outbox.ts";
import type { Scope } from "#scope.ts";
import { awaitAnswer, settleFollowUp } from "./await-answer.ts";
import { leaseEnd } from "./ledger.ts";
import { countMail, monthOf } from "./quota.ts";
import type { SendRequest } from "./request.ts";
import { wakeOutbox } from "./wake.ts";

/** A mail as it will travel, and what is to be known of it. */
export type Composed = {
  id: string;
  messageId: string;
  envelope: { from: string; to: string[] };
  raw: Buffer;
  text: string;
  /** Where its tracked links lead; empty where it is not tracked. */
  urls: string[];
  senderDevice: string | null;
};

type Acceptance = {
  request: SendRequest;
  requestHash: string;
  mail: Composed;
  quota: number;
  /** Whose lease it is, where it is sent at once. */
  holder: string | undefined;
};

export type Accepted = { nextAt: Date; undoUntil: Date | null };

/**
 * Everything or nothing: the mail, its place in the log, its count against the quota, what is to be tracked and awaited. From
 * the commit on it is ours to deliver. Undefined where the same key came first.
 */
export async function acceptMail(tx: Tx, scope: Scope, acceptance: Acceptance): Promise<Accepted | undefined> {
  const { request, mail, quota, holder } = acceptance;
  const { tenantId } = scope;
  const userId = scope.user.id;
  const now = scope.now();
  const [row] = await insertRow(tx, scope, acceptance);
  if (!row) return undefined;
  await tx.insert(outboxContents).values({ tenantId, id: mail.id, userId, raw: mail.raw });
  await tx.insert(emailLogs).values({
    tenantId,
    id: mail.id,
    userId,
    kind: request.kind,
    sender: mail.envelope.from,
    recipients: mail.envelope.to,
    subject: request.subject,
    provider: "smtp",
    messageId: mail.messageId,
    tracked: request.tracked,
    senderDevice: mail.senderDevice,
  });
  if (mail.urls.length > 0) {
    const links = mail.urls.map((url, position) => ({ tenantId, logId: mail.id, position, url }));
    await tx.insert(trackedLinks).values(links);
  }
  const sentAt = row.nextAt > now ? row.nextAt : now;
  const { id: logId, messageId, text, envelope } = mail;
  await awaitAnswer(tx, request, { tenantId, userId, logId, messageId, sender: envelope.from, text, sentAt });
  await settleFollowUp(tx, { tenantId, userId }, request.followUpId);
  if (!holder && row.isLater) await scope.enqueue(tx, wakeOutbox, { tenantId }, { startAfter: row.nextAt });
  await scope.publish(tx, { tenantId }, { kind: "email-logs", data: { id: mail.id } });
  await countMail(tx, { tenantId, quota, now });
  return row;
}

/** Later is by the database's clock, which also decides when the time has come. */
function insertRow(tx: Tx, scope: Scope, { request, requestHash, mail, holder }: Acceptance) {
  const undo = sql`make_interval(secs => ${request.undoSeconds})`;
  const nextAt = sql<Date>`greatest(now() + ${undo}, ${request.sendAt?.toISOString() ?? null}::timestamptz)`;
  return tx
    .insert(outbox)
    .values({
      tenantId: scope.tenantId,
      id: mail.id,
      userId: scope.user.id,
      messageId: mail.messageId,
      sender: mail.envelope.from,
      recipients: mail.envelope.to,
      mailboxId: request.mailboxId ?? null,
      idempotencyKey: request.key ?? null,
      requestHash,
      quotaMonth: monthOf(scope.now()),
      nextAt,
      undoUntil: request.undoSeconds > 0 ? sql`now() + ${undo}` : null,
      ...(holder
        ? { phase: "connecting" as const, leaseBy: holder, leaseUntil: leaseEnd, attempts: 1 }
        : { phase: "queued" as const }),
    })
    .onConflictDoNothing({ target: [outbox.tenantId, outbox.userId, outbox.idempotencyKey] })
    .returning({
      nextAt: outbox.nextAt,
      undoUntil: outbox.undoUntil,
      isLater: sql<boolean>`${outbox.nextAt} > now()`,
    });
}
