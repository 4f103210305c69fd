import { runNamed, type Tx } from "#db/fence.ts";
import { outboxLease } from "#db/lease.ts";
import { trackedLinks } from "#db/tables/engagements.ts";
import type { Scope } from "#scope.ts";
import { createFollowUp, settleFollowUp } from "#features/follow-up-state/follow-up-state.ts";
import { monthOf, refuseOverQuota, shardFor } from "#features/plans/quota.ts";
import { discardWithin } from "./discard-mail.ts";
import { drainOutboxJob } from "./drain-job.ts";
import { recordAnswer } from "./invitation-answers.ts";
import type { SendRequest } from "./request.ts";
import type { Sender } from "./sender.ts";

/** A mail's final bytes, and what the database stores about it. */
export type ComposedMail = {
  id: string;
  messageId: string;
  envelope: { from: string; to: string[] };
  raw: Buffer;
  text: string;
  /** The targets of its tracked links; empty if it is not tracked. */
  urls: string[];
  senderDevice: string | null;
};

export type Acceptance = {
  request: SendRequest;
  requestHash: string;
  mail: ComposedMail;
  sender: Pick<Sender, "quota" | "mailboxId" | "route">;
  /** The holder of its lease if it is dispatched at once; undefined if it waits in the outbox. */
  holder: string | undefined;
};

export type Accepted = { nextAt: Date; undoUntil: Date | null };

/**
 * Accepts mails of one sender, all or none: outbox entry, content, log entry, quota, tracked links and follow-up. From the
 * commit on they are ours to deliver. Undefined for a mail whose idempotency key is in use.
 */
export async function acceptMails(tx: Tx, scope: Scope, asked: Acceptance[]): Promise<(Accepted | undefined)[]> {
  const now = scope.now();
  const rows = await insertMails(tx, scope, asked, now);
  const accepted = asked.filter(({ mail }) => rows.has(mail.id));
  const links = accepted.flatMap(({ mail }) =>
    mail.urls.map((url, position) => ({ tenantId: scope.tenantId, logId: mail.id, position, url })),
  );
  if (links.length > 0) await tx.insert(trackedLinks).values(links);
  for (const acceptance of accepted) await noteConsequences(tx, scope, acceptance, rows.get(acceptance.mail.id));
  if (accepted.length > 0) await refuseOverQuota(tx, { tenantId: scope.tenantId, quota: quotaOf(asked), now });
  return asked.map(({ mail }) => rows.get(mail.id));
}

/** Insert-only with single-index foreign key checks, so a cached generic plan is safe. */
export const canReusePlans = ({ request, mail }: Acceptance) =>
  mail.urls.length === 0 && !request.followUpDays && !request.followUpId && !request.replaces && !request.invitation;

/** All mails of a batch have one sender: the quota that was read last counts. */
const quotaOf = (asked: Acceptance[]) => asked.at(-1)?.sender.quota ?? 0;

type Inserted = Accepted & { isLater: boolean };

async function noteConsequences(tx: Tx, scope: Scope, { request, mail, holder }: Acceptance, row?: Inserted) {
  if (!row) return;
  const owner = { tenantId: scope.tenantId, userId: scope.user.id, logId: mail.id };
  const now = scope.now();
  const sentAt = row.nextAt > now ? row.nextAt : now;
  const { messageId, text, envelope } = mail;
  // Before `settleFollowUp`: discarding the replaced mail reopens the follow-up that it had settled.
  if (request.replaces) await discardWithin(tx, scope, request.replaces);
  await createFollowUp(tx, request, { ...owner, messageId, sender: envelope.from, text, sentAt });
  await settleFollowUp(tx, owner, request);
  if (request.invitation) await recordAnswer(tx, owner, request.invitation);
  if (!holder && row.isLater)
    await scope.enqueue(tx, drainOutboxJob, { tenantId: scope.tenantId }, { startAfter: row.nextAt });
}

type InsertedRow = { id: string; next_at: Date; undo_until: Date | null; is_later: boolean };

/**
 * Writes all rows of all mails in one round trip, because every mail passes here. `is_later` is by the database's clock, which
 * also decides when a mail is due. The contents are one byte string; `starts` and `size` cut out each mail's part.
 */
async function insertMails(tx: Tx, { tenantId, user }: Scope, asked: Acceptance[], now: Date) {
  const raws = asked.map(({ mail }) => mail.raw);
  const [first = Buffer.alloc(0)] = raws;
  const contents = raws.length > 1 ? Buffer.concat(raws) : first;
  const rows = await runNamed<InsertedRow>(tx, {
    name: "accept_mails",
    text: insertStatement,
    values: [
      JSON.stringify(givenRows(asked)),
      tenantId,
      user.id,
      monthOf(now),
      outboxLease.seconds,
      contents,
      shardFor(quotaOf(asked)),
    ],
  });
  return new Map(rows.map((row) => [row.id, insertedOf(row)]));
}

const insertStatement = `
  with given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as g (id uuid, message_id text,
      sender text, recipients text[], mailbox_id uuid, route text, key text, request_hash text, undo_seconds int,
      send_at timestamptz, holder uuid, kind text, subject text, tracked boolean, sender_device text, draft_id uuid, forward_id uuid, starts int, size int)
  ), accepted as (
    insert into outbox (tenant_id, id, user_id, message_id, phase, sender, recipients, mailbox_id, route, idempotency_key,
      request_hash, draft_id, forward_id, quota_month, next_at, undo_until, attempts, lease_by, lease_until)
    select $2::uuid, id, $3::uuid, message_id, case when holder is null then 'queued' else 'connecting' end,
      sender, recipients, mailbox_id, route, key, request_hash, draft_id, forward_id, $4::text,
      greatest(now() + make_interval(secs => undo_seconds), send_at),
      case when undo_seconds > 0 then now() + make_interval(secs => undo_seconds) end,
      case when holder is null then 0 else 1 end, holder,
      case when holder is not null then now() + make_interval(secs => $5::int) end
    from given
    on conflict do nothing
    returning tenant_id, id, user_id, next_at, undo_until
  ), content as (
    insert into outbox_contents (tenant_id, id, user_id, raw)
    select a.tenant_id, a.id, a.user_id, substring($6::bytea from g.starts + 1 for g.size)
    from accepted a join given g using (id)
  ), logged as (
    insert into email_logs (tenant_id, id, user_id, kind, sender, recipients, subject, provider, message_id, tracked, sender_device)
    select a.tenant_id, a.id, a.user_id, g.kind, g.sender, g.recipients, g.subject, g.route, g.message_id, g.tracked, g.sender_device
    from accepted a join given g using (id)
  ), counted as (
    insert into send_counts (tenant_id, month, shard, accepted)
    select a.tenant_id, $4::text, $7::smallint, sum(cardinality(g.recipients))
    from accepted a join given g using (id) group by a.tenant_id
    on conflict (tenant_id, month, shard) do update set accepted = send_counts.accepted + excluded.accepted
  )
  select id, next_at, undo_until, next_at > now() as is_later from accepted`;

const insertedOf = (row: InsertedRow): Inserted => ({
  nextAt: row.next_at,
  undoUntil: row.undo_until,
  isLater: row.is_later,
});

function givenRows(asked: Acceptance[]) {
  let starts = 0;
  return asked.map(({ request, requestHash, mail, sender, holder }) => {
    const row = {
      id: mail.id,
      message_id: mail.messageId,
      sender: mail.envelope.from,
      recipients: mail.envelope.to,
      mailbox_id: sender.mailboxId,
      route: sender.route,
      key: request.key,
      request_hash: requestHash,
      undo_seconds: request.undoSeconds,
      send_at: request.sendAt,
      holder,
      kind: request.kind,
      // PostgreSQL refuses JSON with a lone surrogate.
      subject: request.subject.toWellFormed(),
      tracked: request.tracked,
      sender_device: mail.senderDevice,
      draft_id: request.draft,
      forward_id: request.forward,
      starts,
      size: mail.raw.length,
    };
    starts += mail.raw.length;
    return row;
  });
}
