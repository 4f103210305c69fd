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

type Values = Record<"tenantId" | "userId" | "folders", SQL>;

/** Subqueries that `factsOfThread` reads, for the threads with these ids. They begin a statement. */
export const draftsOfThreads = ({ tenantId, userId }: Values, ids: SQL): SQL => sql`
  drafted as materialized (
    select array_agg(l.thread_id) as threads from drafts d
    join thread_links l on l.tenant_id = d.tenant_id and l.user_id = d.user_id and l.message_id = d.about
    where d.tenant_id = ${tenantId} and d.user_id = ${userId}
  ), prepared as materialized (
    select array_agg(m.thread_id) as threads from prepared_drafts p
    join messages m on m.tenant_id = p.tenant_id and m.id = p.id
    where p.tenant_id = ${tenantId} and p.user_id = ${userId} and p.written_at is not null
      and m.thread_id in (${ids}) and ${waitsForAnswer}
  )`;

/** Facts of a message, as bits of a number. `shown`: its folder belongs to the thread in this list. */
const bits = {
  ...{ shown: 1, unread: 2, starred: 4, hasAttachment: 8 },
  ...{ isDraft: 16, isSent: 32, isForward: 64, answered: 128, forwarded: 256 },
};
type Bit = keyof typeof bits;

const bitOf = (bit: Bit, isTrue: SQL) => sql`(${isTrue})::int * ${bits[bit]}`;

/** `newest` are messages of the thread with their `bits`, the newest first. */
export type ThreadFacts = {
  newest: [name: string, address: string, bits: number][];
  hasDraft: boolean;
  hasPrepared: boolean;
};

/**
 * The `ThreadFacts` of the thread with this id, as a subquery. A thread can have thousands of messages, so only the newest are read.
 * The program summarizes them, because that takes PostgreSQL as long as all the rest of a page.
 */
export const factsOfThread = ({ tenantId, userId, folders }: Values, id: SQL): SQL => sql`
  json_build_object(
    'hasDraft', coalesce(${id} = any ((select threads from drafted)::uuid[]), false),
    'hasPrepared', coalesce(${id} = any ((select threads from prepared)::uuid[]), false),
    'newest', (
      select coalesce(json_agg(json_build_array(one.from_name, one.from_address, one.bits)), '[]') from (
        select m.from_name, m.from_address, ${bitOf("shown", sql`m.folder = any (${folders}::text[])`)}
            + ${bitOf("unread", sql`m.unread`)} + ${bitOf("starred", sql`m.starred`)} + ${bitOf("hasAttachment", sql`m.has_attachment`)}
            + ${bitOf("isDraft", sql`m.folder = 'drafts'`)} + ${bitOf("isSent", sql`m.folder = 'sent'`)}
            + ${bitOf("isForward", sql`m.subject ~* ${forwardMark}`)}
            + ${bitOf("answered", sql`m.answered`)} + ${bitOf("forwarded", sql`m.forwarded`)} as bits
        from messages m
        where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.thread_id = ${id} and m.remove_at is null
        order by m.date desc limit ${maxThreadSize}
      ) one
    ))`;

/** Summarizes a thread for a row of a list. `own` are the reader's addresses. */
export function summaryOf({ newest, hasDraft, hasPrepared }: ThreadFacts, own: ReadonlySet<string>): ThreadSummary {
  const has = (bit: Bit, all: number) => (all & bits[bit]) !== 0;
  const shown = newest.filter(([, , all]) => has("shown", all));
  const count = (bit: Bit) => shown.filter(([, , all]) => has(bit, all)).length;
  const senders = new Map<string, ThreadSummary["senders"][number]>();
  const marks = { replied: false, forwarded: false };
  let isAnswer = false;
  for (const [name, given, all] of shown.toReversed()) {
    const address = given.toLowerCase();
    const isMe = has("isSent", all) || own.has(address);
    isAnswer ||= !isMe;
    const isForward = isMe && has("isForward", all);
    marks.replied ||= has("answered", all) || (isMe && isAnswer && !isForward);
    marks.forwarded ||= has("forwarded", all) || isForward;
    const key = isMe ? "" : address;
    const unread = has("unread", all) || (senders.get(key)?.unread ?? false);
    senders.set(key, { name: name || given, isMe, unread });
  }
  return {
    ...{ size: Math.max(1, shown.length), unread: count("unread") },
    ...{ hasAttachment: count("hasAttachment") > 0, starred: count("starred") > 0 },
    ...{ hasDraft: hasDraft || newest.some(([, , all]) => has("isDraft", all)), hasPrepared },
    ...marks,
    senders: firstAndLatest([...senders.values()]),
  };
}

const firstAndLatest = <One>(all: One[]): One[] =>
  all.length <= maxSenders ? all : [...all.slice(0, 1), ...all.slice(1 - maxSenders)];

type FactsRow = { threadId: string; facts: ThreadFacts };

/** The summaries of the threads that these messages are in, by the ids of the threads. */
export async function summarizeThreads(
  tx: Tx,
  scope: Scope,
  messageIds: readonly string[],
  folders: readonly MessageFolder[],
): Promise<Map<string, ThreadSummary>> {
  if (messageIds.length === 0) return new Map();
  const { tenantId, user, once } = scope;
  const values = { tenantId, userId: user.id, folders: conversationFolders(folders), ids: messageIds };
  const [rows, own] = await Promise.all([runKept(tx, once(factsStatement), values), readOwnAddresses(tx, scope)]);
  return new Map(rows.map(({ threadId, facts }) => [threadId, summaryOf(facts, own)]));
}

const factsStatement = () =>
  keepStatement<FactsRow>("thread-facts", ["threadId", "facts"], (_, value) => {
    const values = { tenantId: value("tenantId"), userId: value("userId"), folders: value("folders") };
    const threads = sql`
      select distinct given.thread_id as id from messages given
      where given.tenant_id = ${values.tenantId} and given.id = any (${value("ids")}::uuid[])`;
    return sql`
      with t as materialized (${threads}), ${draftsOfThreads(values, sql`select t.id from t`)}
      select t.id, ${factsOfThread(values, sql`t.id`)} from t`;
  });

/** The addresses of the reader, in lower case. */
export async function readOwnAddresses(tx: Tx, { tenantId, user, once }: Scope): Promise<Set<string>> {
  const rows = await runKept(tx, once(ownStatement), { tenantId, userId: user.id });
  return new Set(rows.map(({ email }) => email));
}

const ownStatement = () =>
  keepStatement<{ email: string }>("own-addresses", ["email"], (_, value) =>
    ownAddressesQuery({ tenantId: value("tenantId"), userId: value("userId") }),
  );
