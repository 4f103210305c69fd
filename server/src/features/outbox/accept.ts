import { runNamed, type Tx } from "#db/fence.ts";
import { trackedLinks } from "#db/tables/engagements.ts";
import type { Scope } from "#scope.ts";
import { createFollowUp, settleFollowUp } from "#features/follow-up-state/follow-up-state.ts";
import { monthOf, refuseOverQuota, shardFor } from "#features/plans/quota.ts";
import { discardWithin } from "./discard-mail.ts";
import { wakeOutbox } from "./drain-job.ts";
import { leaseSeconds } from "./outbox-store.ts";
import type { SendRequest } from "./request.ts";
import type { Sender } from "./sender.ts";

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

export type Acceptance = {
  request: SendRequest;
  requestHash: string;
  mail: Composed;
  sender: Pick<Sender, "quota" | "mailboxId" | "route">;
  /** Whose lease it is, where it is sent at once. */
  holder: string | undefined;
};

export type Accepted = { nextAt: Date; undoUntil: Date | null };

/**
 * Everything or nothing, for one mail or several of one sender: the mail, its place in the log, its count against the quota,
 * what is to be tracked and awaited. From the commit on it is ours to deliver. Undefined where the same key came first.
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

/** Nothing but rows to add, and keys to check that one index serves: its plans can be kept. */
export const isPlain = ({ request, mail }: Acceptance) =>
  mail.urls.length === 0 && !request.followUpDays && !request.followUpId && !request.replaces;

/** Asked for at the same time: the last one's was read last. */
const quotaOf = (asked: Acceptance[]) => asked.at(-1)?.sender.quota ?? 0;

type Inserted = Accepted & { isLater: boolean };

async function noteConsequences(tx: Tx, scope: Scope, { request, mail, holder }: Acceptance, row?: Inserted) {
  if (!row) return;
  const owner = { tenantId: scope.tenantId, userId: scope.user.id, logId: mail.id };
  const now = scope.now();
  const sentAt = row.nextAt > now ? row.nextAt : now;
  const { messageId, text, envelope } = mail;
  // First: what the other one had settled is open again.
  if (request.replaces) await discardWithin(tx, scope, request.replaces);
  await createFollowUp(tx, request, { ...owner, messageId, sender: envelope.from, text, sentAt });
  await settleFollowUp(tx, owner, request);
  if (!holder && row.isLater)
    await scope.enqueue(tx, wakeOutbox, { tenantId: scope.tenantId }, { startAfter: row.nextAt });
}

type InsertedRow = { id: string; next_at: Date; undo_until: Date | null; is_later: boolean };

/**
 * Outbox, content, log and count of all of them in one round trip: it is on the way of every mail. Later is by the database's clock,
 * which also decides when the time has come. The contents travel as one run of bytes, of which each mail names its own.
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
      leaseSeconds,
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
      send_at timestamptz, holder uuid, kind text, subject text, tracked boolean, sender_device text, starts int, size int)
  ), accepted as (
    insert into outbox (tenant_id, id, user_id, message_id, phase, sender, recipients, mailbox_id, route, idempotency_key,
      request_hash, quota_month, next_at, undo_until, attempts, lease_by, lease_until)
    select $2::uuid, id, $3::uuid, message_id, case when holder is null then 'queued' else 'connecting' end,
      sender, recipients, mailbox_id, route, key, request_hash, $4::text,
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
      // Half a character would be no JSON to the database.
      subject: request.subject.toWellFormed(),
      tracked: request.tracked,
      sender_device: mail.senderDevice,
      starts,
      size: mail.raw.length,
    };
    starts += mail.raw.length;
    return row;
  });
}
