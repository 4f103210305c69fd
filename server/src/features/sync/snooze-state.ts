// Hides messages from the inbox for a while, and brings them back. Lock the mailboxes first: their counts change.
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { copyFlags } from "./copy-flags.ts";

type Owner = { tenantId: string; userId: string };
type ChosenThreads = { threadIds: string[]; mailboxIds: string[] };
type Changed = { id: string; folder: string };

const isChosen = ({ tenantId, userId }: Owner, { threadIds, mailboxIds }: ChosenThreads) => sql`
  m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.thread_id = any (${sql.param(threadIds)}::uuid[])
  and m.mailbox_id = any (${sql.param(mailboxIds)}::uuid[]) and m.remove_at is null`;

/** Hides those messages of the threads that are in the inbox, or changes the time of those that are hidden. Returns their ids. */
export async function snoozeThreads(tx: Tx, owner: Owner, threads: ChosenThreads, until: Date): Promise<string[]> {
  const { rows } = await tx.execute<Changed>(sql`
    update messages m set snoozed_until = ${until.toISOString()}::timestamptz, folder = 'snoozed'
    where ${isChosen(owner, threads)} and m.folder in ('inbox', 'snoozed') returning m.id, m.folder`);
  await copyFolders(tx, owner, rows);
  return rows.map(({ id }) => id);
}

/** Puts the snoozed messages of the threads back to where they were in the inbox. */
export async function unsnoozeThreads(tx: Tx, owner: Owner, threads: ChosenThreads): Promise<string[]> {
  const { rows } = await tx.execute<Changed>(sql`
    update messages m set snoozed_until = null, folder = 'inbox'
    where ${isChosen(owner, threads)} and m.folder = 'snoozed' returning m.id, m.folder`);
  await copyFolders(tx, owner, rows);
  return rows.map(({ id }) => id);
}

/**
 * Ends snoozes whose time has come: on top of the inbox, the newest message of each thread unread. They keep their order, so each
 * gets a microsecond of its own. A message that is gone meanwhile stays hidden. Returns how many came back.
 */
export async function wakeDue(tx: Tx, owner: Owner, ids: string[], now: Date): Promise<number> {
  const { tenantId, userId } = owner;
  const moment = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<Changed & { unread: boolean }>(sql`
    with due as (
      select id, row_number() over (order by date, id) as position,
        row_number() over (partition by thread_id order by date desc, id desc) = 1 as is_newest
      from messages
      where tenant_id = ${tenantId} and user_id = ${userId} and id = any (${sql.param(ids)}::uuid[]) and snoozed_until <= ${moment}
    )
    update messages m
    set snoozed_until = null, woken_at = ${moment} + make_interval(secs => due.position * 0.000001),
      folder = case m.folder when 'snoozed' then 'inbox' else m.folder end,
      unread = m.unread or due.is_newest,
      pending_unread = case when due.is_newest and not m.unread then true else m.pending_unread end
    from due where m.tenant_id = ${tenantId} and m.id = due.id and m.snoozed_until <= ${moment}
    returning m.id, m.folder, m.unread`);
  await copyFolders(tx, owner, rows);
  const unread = rows.flatMap((row) => (row.unread ? row.id : []));
  await copyFlags(tx, tenantId, unread, { unread: true });
  return rows.length;
}

type Arrived = { thread_id: string; date: Date; received_at: Date | null };

/**
 * Ends the snooze of threads that got an answer: its messages stand right below the answer. Those in other mailboxes become due
 * instead, because a sync may not lock a second mailbox. Older mail, which a sync of the history stores late, is no answer: it was
 * received before the snoozed message. Their Date headers alone do not tell, because a sender's clock may be wrong.
 */
export async function wakeAnswered(tx: Tx, { id, ...owner }: MailboxKey, arrived: Arrived[]): Promise<void> {
  if (arrived.length === 0) return;
  const { tenantId, userId } = owner;
  const given = JSON.stringify(arrived.map(({ thread_id, date, received_at }) => ({ thread_id, date, received_at })));
  const { rows } = await tx.execute<Changed>(sql`
    with answered as (
      select m.id, m.mailbox_id = ${id} as is_here, given.date as answered_at,
        row_number() over (order by m.date desc, m.id desc) as position
      from (
        select thread_id, max(date) as date, max(received_at) as received_at
        from json_to_recordset(${given}::json) as a (thread_id uuid, date timestamptz, received_at timestamptz)
        group by thread_id
      ) given
      join messages m on m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.thread_id = given.thread_id
      where m.snoozed_until is not null
        and (m.date < given.date or coalesce(m.received_at, m.date) <= given.received_at)
    )
    update messages m
    set snoozed_until = case when answered.is_here then null else least(m.snoozed_until, now()) end,
      woken_at = case when answered.is_here then answered.answered_at - make_interval(secs => answered.position * 0.000001) else m.woken_at end,
      folder = case when answered.is_here and m.folder = 'snoozed' then 'inbox' else m.folder end
    from answered where m.tenant_id = ${tenantId} and m.id = answered.id
    returning m.id, m.folder`);
  await copyFolders(tx, owner, rows);
}

/** Searches read the folder from their own table. */
async function copyFolders(tx: Tx, { tenantId }: Owner, rows: Changed[]) {
  if (rows.length === 0) return;
  const given = JSON.stringify(rows.map(({ id, folder }) => ({ id, folder })));
  await tx.execute(sql`
    update message_search s set folder = given.folder from json_to_recordset(${given}::json) as given (id uuid, folder text)
    where s.tenant_id = ${tenantId} and s.id = given.id`);
}
