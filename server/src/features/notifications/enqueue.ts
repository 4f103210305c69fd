// Notes which messages their owner is to be notified of, in the transaction that stores or changes the messages.
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { ownAddressesQuery } from "#db/own-addresses.ts";
import type { World } from "#scope.ts";
import { sendNotificationsJob } from "./jobs.ts";

export type NotificationOwner = { tenantId: string; userId: string };
type Queue = Pick<World["queue"], "enqueue">;

const hours = 3_600_000;
/** A server that was off for longer does not tell about all the mail that came meanwhile. */
const newestHours = 12;
/** The Date header of new mail may be late by days, but mail of an import is older. */
const oldestDays = 3;

type Arrival = { id: string; unread: boolean; date: Date; receivedAt: Date | null };
type ArrivedIn = { lastSyncAt: Date | null; cursor: string | null; createdAt: Date };

/**
 * For unread mail that a sync has brought to the inbox. Not for the first sync, for older mail that is loaded later, and for mail
 * that a block, a mute or a rule has moved away: its folder says so.
 */
export async function notifyOfArrivals(
  queue: Queue,
  tx: Tx,
  { tenantId, userId }: NotificationOwner,
  { arrivals, mailbox, now }: { arrivals: Arrival[]; mailbox: ArrivedIn; now: Date },
): Promise<void> {
  if (mailbox.cursor === null || mailbox.lastSyncAt === null) return;
  const since = Math.max(mailbox.createdAt.getTime(), now.getTime() - newestHours * hours);
  const oldest = now.getTime() - oldestDays * 24 * hours;
  const isNew = ({ unread, date, receivedAt }: Arrival) =>
    unread && (receivedAt ?? date).getTime() > since && date.getTime() > oldest;
  const ids = arrivals.filter(isNew).map(({ id }) => id);
  if (ids.length === 0) return;
  // Own addresses: mail to oneself, and copies that a list sends back.
  await tx.execute(sql`
    insert into notifications (tenant_id, user_id, mail, message_id, kind)
    select m.tenant_id, m.user_id, ${mailKey}, m.id, 'new' from messages m
    where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.id = any (${sql.param(ids)}::uuid[])
      and m.folder = 'inbox' and m.unread and m.remove_at is null
      and lower(m.from_address) not in (${ownAddressesQuery({ tenantId, userId })})
      and ${hasDevice}
    on conflict do nothing`);
  // A rule may have enqueued some of them before.
  await wakeNotifications(queue, tx, { tenantId, userId });
}

/** A mail counts once, also if it is in two mailboxes or is loaded again. */
const mailKey = sql`md5(coalesce(m.message_id, m.id::text))::uuid`;

/** A device of before the mail. Servers give the time in seconds, by a clock of their own. */
const hasDevice = sql`exists (
  select from notification_devices d where d.tenant_id = m.tenant_id and d.user_id = m.user_id
    and d.created_at < greatest(coalesce(m.received_at, m.date), m.woken_at) + interval '1 minute')`;

/**
 * For threads that came back from a snooze: once each, for the newest of the messages. Not if an answer brought them back, which
 * notifies itself.
 */
export async function notifyOfWoken(
  queue: Queue,
  tx: Tx,
  { tenantId, userId }: NotificationOwner,
  { ids, now }: { ids: string[]; now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into notifications (tenant_id, user_id, mail, message_id, kind)
    select distinct on (m.thread_id) m.tenant_id, m.user_id, md5('woken ' || m.id || m.woken_at)::uuid, m.id, 'woken'
    from messages m
    where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.id = any (${sql.param(ids)}::uuid[])
      and m.folder = 'inbox' and m.unread and m.remove_at is null and m.woken_at >= ${now.toISOString()}::timestamptz
      and not exists (
        select from notifications n join messages o on o.tenant_id = n.tenant_id and o.id = n.message_id
        where n.tenant_id = ${tenantId} and n.user_id = ${userId} and o.thread_id = m.thread_id and n.created_at > now() - interval '5 minutes')
      and ${hasDevice}
    order by m.thread_id, m.date desc, m.id desc
    on conflict do nothing`);
  await wakeNotifications(queue, tx, { tenantId, userId });
}

/**
 * For a rule that says so: also outside of the inbox, and whoever the sender is. Does nothing if the user has no device, or was told
 * of the mail already. The job is enqueued when the batch of the message is stored.
 */
export async function enqueueNotification(
  tx: Tx,
  { tenantId, userId, messageId }: NotificationOwner & { messageId: string },
): Promise<void> {
  await tx.execute(sql`
    insert into notifications (tenant_id, user_id, mail, message_id, kind)
    select m.tenant_id, m.user_id, ${mailKey}, m.id, 'rule' from messages m
    where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.id = ${messageId} and ${hasDevice}
    on conflict (tenant_id, user_id, mail) do update set kind = 'rule', claimed_at = null, created_at = now()
      where notifications.claimed_at is null or notifications.kind = 'left'`);
}

/** Enqueues the job if something waits. The more came in the last minutes, the longer it waits for others to tell of together. */
async function wakeNotifications(queue: Queue, tx: Tx, { tenantId, userId }: NotificationOwner): Promise<void> {
  const { rows } = await tx.execute<{ waiting: number; recent: number }>(sql`
    select count(*) filter (where claimed_at is null)::int as waiting, count(*)::int as recent from notifications
    where tenant_id = ${tenantId} and user_id = ${userId} and created_at > now() - interval '5 minutes'`);
  const { waiting = 0, recent = 0 } = rows[0] ?? {};
  if (waiting === 0) return;
  const seconds = recent > 20 ? 60 : recent > 5 ? 15 : 2;
  await queue.enqueue(
    tx,
    sendNotificationsJob,
    { tenantId, userId },
    { singletonKey: userId, startAfter: new Date(Date.now() + seconds * 1000) },
  );
}
