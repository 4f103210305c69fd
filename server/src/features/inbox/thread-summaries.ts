import type { ThreadSummary } from "@intellibox/contract/endpoints/inbox";
import { type MessageFolder, readableFolders } from "@intellibox/contract/rules/folders";
import { maxThreadSize } from "@intellibox/contract/rules/limits";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { ownAddressesQuery } from "#db/own-addresses.ts";
import type { Scope } from "#scope.ts";
import { waitsForAnswer } from "#features/prepared-draft-state/waits-for-answer.ts";

/** Senders and marks come from the newest messages, because a thread can have thousands. */
const newestRead = 100;
const maxSenders = 8;

/** The folders that share conversations with this one: trash, spam and drafts are apart. */
export const conversationFolders = (folders: readonly MessageFolder[]): readonly MessageFolder[] =>
  folders.some((folder) => readableFolders.includes(folder as (typeof readableFolders)[number]))
    ? readableFolders
    : folders;

/** A forward's mark at the beginning of its subject, in the languages of `threading.ts`. */
const forwardMark = "^\\s*(fwd?|wg|tr|rv|enc|转发)\\s*[:：]";

type Row = { threadId: string } & ThreadSummary;

/** The summary of each thread for the list, by its id. */
export async function summarizeThreads(
  tx: Tx,
  { tenantId, user }: Scope,
  threadIds: readonly string[],
  folders: readonly MessageFolder[],
): Promise<Map<string, ThreadSummary>> {
  if (threadIds.length === 0) return new Map();
  const ofThread = sql`m.tenant_id = ${tenantId} and m.user_id = ${user.id} and m.thread_id = t.id and m.remove_at is null`;
  const places = sql`${sql.param([...conversationFolders(folders)])}::text[]`;
  const ids = sql`${sql.param([...threadIds])}::uuid[]`;
  const { rows } = await tx.execute<Row>(sql`
    with own as materialized (
      select array_agg(email) as addresses from (${ownAddressesQuery({ tenantId, userId: user.id })}) as address
    ), drafted as materialized (
      select array_agg(l.thread_id) as threads from drafts d
      join thread_links l on l.tenant_id = d.tenant_id and l.user_id = d.user_id and l.message_id = d.about
      where d.tenant_id = ${tenantId} and d.user_id = ${user.id}
    ), prepared as materialized (
      select array_agg(m.thread_id) as threads from prepared_drafts p
      join messages m on m.tenant_id = p.tenant_id and m.id = p.id
      where p.tenant_id = ${tenantId} and p.user_id = ${user.id} and p.written_at is not null
        and m.thread_id = any (${ids}) and ${waitsForAnswer}
    )
    select t.id as "threadId", whole.size, whole.unread, whole."hasAttachment", whole.starred,
      whole."hasDraft" or coalesce(t.id = any ((select threads from drafted)::uuid[]), false) as "hasDraft",
      coalesce(t.id = any ((select threads from prepared)::uuid[]), false) as "hasPrepared",
      coalesce(people.senders, '[]') as senders, coalesce(people.replied, false) as replied, coalesce(people.forwarded, false) as forwarded
    from unnest(${ids}) as t (id)
    cross join lateral (
      select count(*) filter (where is_shown)::int as size, count(*) filter (where is_shown and unread)::int as unread,
        coalesce(bool_or(is_shown and has_attachment), false) as "hasAttachment",
        coalesce(bool_or(is_shown and starred), false) as starred, coalesce(bool_or(folder = 'drafts'), false) as "hasDraft"
      from (
        select m.folder = any (${places}) as is_shown, m.folder, m.unread, m.starred, m.has_attachment
        from messages m where ${ofThread} order by m.date desc limit ${maxThreadSize}
      ) counted
    ) whole
    cross join lateral (
      select json_agg(json_build_object('name', name, 'isMe', is_me, 'unread', unread) order by since, name) as senders,
        bool_or(replied) as replied, bool_or(forwarded) as forwarded
      from (
        select (array_agg(name order by date desc))[1] as name, is_me, bool_or(unread) as unread, min(date) as since,
          bool_or(is_me and is_answer and not is_forward or answered) as replied, bool_or(is_me and is_forward or forwarded) as forwarded
        from (
          select coalesce(nullif(from_name, ''), from_address) as name, lower(from_address) as address, is_me, unread, date, answered, forwarded,
            subject ~* ${forwardMark} as is_forward, bool_or(not is_me) over (order by date, id) as is_answer
          from (
            select m.*, m.folder = 'sent' or lower(m.from_address) = any ((select addresses from own)::text[]) as is_me
            from messages m where ${ofThread} and m.folder = any (${places})
            order by m.date desc, m.id desc limit ${newestRead}
          ) newest
        ) written
        group by is_me, case when not is_me then address end
      ) sender
    ) people`);
  return new Map(
    rows.map(({ threadId, senders, ...row }) => [
      threadId,
      { ...row, senders: firstAndLatest(senders), size: Math.max(1, row.size) },
    ]),
  );
}

const firstAndLatest = <One>(all: One[]): One[] =>
  all.length <= maxSenders ? all : [...all.slice(0, 1), ...all.slice(1 - maxSenders)];
