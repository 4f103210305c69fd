import { sql } from "drizzle-orm";
import { eventChannel } from "#db/events.ts";
import type { Tx } from "#db/fence.ts";
import { trackedLinks } from "#db/tables/engagements.ts";
import type { Scope } from "#scope.ts";
import { awaitAnswer, settleFollowUp } from "./await-answer.ts";
import { leaseEnd } from "./ledger.ts";
import { countMail, monthOf } from "./quota.ts";
import type { SendRequest } from "./request.ts";
import type { Sender } from "./sender.ts";
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
  sender: Pick<Sender, "quota" | "mailboxId" | "route">;
  /** Whose lease it is, where it is sent at once. */
  holder: string | undefined;
};

export type Accepted = { nextAt: Date; undoUntil: Date | null };

/**
 * Everything or nothing: the mail, its place in the log, its count against the quota, what is to be tracked and awaited. From
 * the commit on it is ours to deliver. Undefined where the same key came first.
 */
export async function acceptMail(tx: Tx, scope: Scope, acceptance: Acceptance): Promise<Accepted | undefined> {
  const { request, mail, sender, holder } = acceptance;
  const { tenantId } = scope;
  const userId = scope.user.id;
  const now = scope.now();
  const row = await insertMail(tx, scope, acceptance);
  if (!row) return undefined;
  if (mail.urls.length > 0) {
    const links = mail.urls.map((url, position) => ({ tenantId, logId: mail.id, position, url }));
    await tx.insert(trackedLinks).values(links);
  }
  const sentAt = row.nextAt > now ? row.nextAt : now;
  const { id: logId, messageId, text, envelope } = mail;
  await awaitAnswer(tx, request, { tenantId, userId, logId, messageId, sender: envelope.from, text, sentAt });
  await settleFollowUp(tx, { tenantId, userId, logId }, request);
  if (!holder && row.isLater) await scope.enqueue(tx, wakeOutbox, { tenantId }, { startAfter: row.nextAt });
  await countMail(tx, { tenantId, quota: sender.quota, now });
  return row;
}

type Inserted = { next_at: string; undo_until: string | null; is_later: boolean };

/**
 * Outbox, content, log and the word to the screens in one round trip: it is on the way of every mail. Later is by the
 * database's clock, which also decides when the time has come.
 */
async function insertMail(tx: Tx, scope: Scope, { request, requestHash, mail, sender, holder }: Acceptance) {
  const { id, messageId, envelope } = mail;
  const undo = sql`make_interval(secs => ${request.undoSeconds})`;
  const recipients = sql`${sql.param(envelope.to)}::text[]`;
  const event = { tenantId: scope.tenantId, event: { kind: "email-logs", data: { id } } };
  const { rows } = await tx.execute<Inserted>(sql`
    with accepted as (
      insert into outbox (tenant_id, id, user_id, message_id, phase, sender, recipients, mailbox_id, route, idempotency_key,
        request_hash, quota_month, next_at, undo_until, attempts, lease_by, lease_until)
      values (${scope.tenantId}, ${id}, ${scope.user.id}, ${messageId}, ${holder ? "connecting" : "queued"},
        ${envelope.from}, ${recipients}, ${sender.mailboxId}, ${sender.route}, ${request.key ?? null}, ${requestHash},
        ${monthOf(scope.now())}, greatest(now() + ${undo}, ${request.sendAt?.toISOString() ?? null}::timestamptz),
        ${request.undoSeconds > 0 ? sql`now() + ${undo}` : null}, ${holder ? 1 : 0}, ${holder ?? null},
        ${holder ? leaseEnd : null})
      on conflict (tenant_id, user_id, idempotency_key) do nothing
      returning tenant_id, id, user_id, next_at, undo_until
    ), content as (
      insert into outbox_contents (tenant_id, id, user_id, raw)
      select tenant_id, id, user_id, ${mail.raw}::bytea from accepted
    ), logged as (
      insert into email_logs (tenant_id, id, user_id, kind, sender, recipients, subject, provider, message_id, tracked, sender_device)
      select tenant_id, id, user_id, ${request.kind}, ${envelope.from}, ${recipients}, ${request.subject}, ${sender.route},
        ${messageId}, ${request.tracked}, ${mail.senderDevice} from accepted
    )
    select next_at, undo_until, next_at > now() as is_later, pg_notify(${eventChannel}, ${JSON.stringify(event)}) from accepted`);
  const [row] = rows;
  return (
    row && {
      nextAt: new Date(row.next_at),
      undoUntil: row.undo_until ? new Date(row.undo_until) : null,
      isLater: row.is_later,
    }
  );
}
