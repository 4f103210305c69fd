import type { ThreadSummary } from "@intellibox/contract/endpoints/inbox";
import { type MessageFolder, readableFolders } from "@intellibox/contract/rules/folders";
import { maxThreadSize } from "@intellibox/contract/rules/limits";
import type { Tx } from "#db/fence.ts";
import { keepStatement, runKept } from "#db/kept-statement.ts";
import { type SQL, sql } from "#db/orm.ts";
import { ownAddressesQuery } from "#db/own-addresses.ts";
import type { Scope } from "#scope.ts";
import { waitsForAnswer } from "#features/prepared-draft-state/waits-for-answer.ts";

const maxSenders = 8;

/** The folders that share conversations with this one: trash, spam and drafts are apart. */
export const conversationFolders = (folders: readonly MessageFolder[]): readonly MessageFolder[] =>
  folders.some((folder) => readableFolders.includes(folder as (typeof readableFolders)[number]))
    ? readableFolders
    : folders;

/** A forward's mark at the beginning of its subject, in the languages of `threading.ts`. */
const forwardMark = "^\\s*(fwd?|wg|tr|rv|enc|转发)\\s*[:：]";

type Values = Record<"tenantId" | "userId", SQL>;

/** Subqueries that `factsOfThread` reads, for the threads with these ids. They begin a statement. */
export const aboutThreads = ({ tenantId, userId }: Values, ids: SQL): SQL => sql`
  drafted as materialized (
    select array_agg(l.thread_id) as threads from drafts d
    join thread_links l on l.tenant_id = d.tenant_id and l.user_id = d.user_id and l.message_id = d.about
    where d.tenant_id = ${tenantId} and d.user_id = ${userId}
  ), prepared as materialized (
    select array_agg(m.thread_id) as threads from prepared_drafts p
    join messages m on m.tenant_id = p.tenant_id and m.id = p.id
    where p.tenant_id = ${tenantId} and p.user_id = ${userId} and p.written_at is not null
      and m.thread_id in (${ids}) and ${waitsForAnswer}
  ), own as materialized (select array_agg(email) as addresses from (${ownAddressesQuery({ tenantId, userId })}) one)`;

/** Facts of a message, as bits of a number. Only own mail can be a forward. */
const bits = { unread: 1, starred: 2, hasAttachment: 4, isOwn: 8, isForward: 16, answered: 32, forwarded: 64 };
type Bit = keyof typeof bits;

const bitOf = (bit: Bit, isTrue: SQL) => sql`(${isTrue})::int * ${bits[bit]}`;

export type ThreadFacts = {
  /** The newest messages, the newest first. */
  newest: string;
  hasDraft: boolean;
  hasPrepared: boolean;
};
export const factNames = ["newest", "hasDraft", "hasPrepared"] as const;

/** End a message, the bits and the folder, and the name in `ThreadFacts.newest`. Names and addresses do not have the first two. */
const ends = { message: "\x02", fact: "\x01", name: "\x03" };

/**
 * The columns `factNames` for the thread with this id. A thread can have thousands of messages, so only the newest are read. The
 * program summarizes them, because that takes PostgreSQL as long as all the rest of a page. They come as text, because making JSON of
 * each message would take longer than reading it.
 */
export const factsOfThread = ({ tenantId, userId }: Values, id: SQL): SQL => sql`
  (
    select coalesce(string_agg(one.said, E'\\x02'), '') from (
      select (${bitOf("unread", sql`m.unread`)} + ${bitOf("starred", sql`m.starred`)} + ${bitOf("hasAttachment", sql`m.has_attachment`)}
          + case when m.folder = 'sent' or lower(m.from_address) = any ((select addresses from own)::text[])
            then ${sql.raw(String(bits.isOwn))} + ${bitOf("isForward", sql`m.subject ~* ${forwardMark}`)} else 0 end
          + ${bitOf("answered", sql`m.answered`)} + ${bitOf("forwarded", sql`m.forwarded`)})
        || E'\\x01' || m.folder || E'\\x01' || translate(m.from_name || E'\\x03' || m.from_address, E'\\x01\\x02', '') as said
      from messages m
      where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.thread_id = ${id} and m.remove_at is null
      order by m.date desc limit ${maxThreadSize}
    ) one
  ),
  coalesce(${id} = any ((select threads from drafted)::uuid[]), false),
  coalesce(${id} = any ((select threads from prepared)::uuid[]), false)`;

type Fact = { all: number; folder: string; name: string; address: string };

const readFacts = (newest: string): Fact[] => (newest === "" ? [] : newest.split(ends.message).map(readFact));

function readFact(message: string): Fact {
  const [all, folder = "", sender = ""] = message.split(ends.fact);
  const end = sender.lastIndexOf(ends.name);
  return { all: Number(all), folder, name: sender.slice(0, end), address: sender.slice(end + 1) };
}

const has = (bit: Bit, { all }: Fact) => (all & bits[bit]) !== 0;

/** Summarizes a thread for a row of a list. The messages in `folders` belong to it there. */
export function summaryOf({ newest, hasDraft, hasPrepared }: ThreadFacts, folders: readonly string[]): ThreadSummary {
  const facts = readFacts(newest);
  const shown = facts.filter(({ folder }) => folders.includes(folder));
  const count = (bit: Bit) => shown.filter((one) => has(bit, one)).length;
  const senders = new Map<string, ThreadSummary["senders"][number]>();
  const marks = { replied: false, forwarded: false };
  let isAnswer = false;
  for (const one of shown.toReversed()) {
    const isMe = has("isOwn", one);
    isAnswer ||= !isMe;
    const isForward = has("isForward", one);
    marks.replied ||= has("answered", one) || (isMe && isAnswer && !isForward);
    marks.forwarded ||= has("forwarded", one) || isForward;
    const key = isMe ? "" : one.address.toLowerCase();
    const unread = has("unread", one) || (senders.get(key)?.unread ?? false);
    senders.set(key, { name: one.name || one.address, isMe, unread });
  }
  return {
    ...{ size: Math.max(1, shown.length), unread: count("unread") },
    ...{ hasAttachment: count("hasAttachment") > 0, starred: count("starred") > 0 },
    ...{ hasDraft: hasDraft || facts.some(({ folder }) => folder === "drafts"), hasPrepared },
    ...marks,
    senders: firstAndLatest([...senders.values()]),
  };
}

const firstAndLatest = <One>(all: One[]): One[] =>
  all.length <= maxSenders ? all : [...all.slice(0, 1), ...all.slice(1 - maxSenders)];

type FactsRow = { threadId: string } & ThreadFacts;

/** The summaries of the threads that these messages are in, by the ids of the threads. */
export async function summarizeThreads(
  tx: Tx,
  scope: Scope,
  messageIds: readonly string[],
  folders: readonly MessageFolder[],
): Promise<Map<string, ThreadSummary>> {
  if (messageIds.length === 0) return new Map();
  const { tenantId, user, once } = scope;
  const values = { tenantId, userId: user.id, ids: messageIds };
  const rows = await runKept(tx, once(factsStatement), values);
  const shown = conversationFolders(folders);
  return new Map(rows.map(({ threadId, ...facts }) => [threadId, summaryOf(facts, shown)]));
}

const factsStatement = () =>
  keepStatement<FactsRow>("thread-facts", ["threadId", ...factNames], (_, value) => {
    const values = { tenantId: value("tenantId"), userId: value("userId") };
    const threads = sql`
      select distinct given.thread_id as id from messages given
      where given.tenant_id = ${values.tenantId} and given.id = any (${value("ids")}::uuid[])`;
    return sql`
      with t as materialized (${threads}), ${aboutThreads(values, sql`select t.id from t`)}
      select t.id, ${factsOfThread(values, sql`t.id`)} from t`;
  });
