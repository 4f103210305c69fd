// Pages of threads by statements with kept plans.
import type { Tx } from "#db/fence.ts";
import { type KeptStatement, keepStatement, runKept, type Selecting } from "#db/kept-statement.ts";
import { type SQL, sql } from "#db/orm.ts";
import type { SearchHit } from "#features/search/search.ts";
import { formOf, inNames, inOrder, itemNames, nearestOf, pageOf } from "./kept-page.ts";
import type { listByIds } from "./list-in-order.ts";
import { isNewestOfThread, type Listed, orderOf, threadsAbove, wokenThreads } from "./list-messages.ts";
import { aboutThreads, factNames, factsOfThread, summaryOf, type ThreadFacts } from "./thread-summaries.ts";

type ThreadRow = Awaited<ReturnType<typeof listByIds>>[number] & ThreadFacts;

const statements = () => new Map<string, KeptStatement<ThreadRow>>();

/** A page of messages of which each is the newest that its thread has in the list, with what the list shows of the thread. */
export async function readKeptThreads(tx: Tx, listed: Listed, mark: SearchHit | undefined, limit: number) {
  const { name, values } = formOf(listed, mark ? "after" : "first");
  const pages = listed.scope.once(statements);
  const statement = pages.get(name) ?? pageStatement(name, listed, mark !== undefined);
  pages.set(name, statement);
  const rows = await runKept(tx, statement, { ...values, limit, markDate: mark?.date, markId: mark?.id });
  return rows.map(({ newest, hasDraft, hasPrepared, ...row }) => {
    const thread = summaryOf({ newest, hasDraft, hasPrepared }, values.folders);
    return { ...row, threadSize: thread.size, thread };
  });
}

const pageStatement = (name: string, given: Listed, isAfter: boolean) =>
  keepStatement<ThreadRow>(name, [...itemNames, "mark", ...factNames], (select, value) => {
    const listed = inNames(given, value);
    const order = orderOf(given) === "inbox" ? "inbox" : "date";
    const values = { tenantId: value("tenantId"), userId: value("userId") };
    const limit = sql`${value("limit")}::int`;
    const mark = isAfter ? { date: value("markDate"), id: value("markId") } : undefined;
    const page = pageOf(select, value, order, sql`select heads.id from heads`);
    return sql`
      with recursive turns as (${turnsOf(select, listed, { order, mark, limit })}),
      heads as (select unnest(found) as id from (select found from turns order by number desc limit 1) last_turn limit ${limit}),
      page as materialized (${page}),
      ${aboutThreads(values, sql`select page.thread_id from page`)}
      select page.*, ${factsOfThread(values, sql`page.thread_id`)} from page ${inOrder(order)}`;
  });

/** How many messages a turn reads. A page needs about as many if half of its threads have several messages in the list. */
const turnMessages = 128;

type Turns = { order: "date" | "inbox"; mark: Record<"date" | "id", SQL> | undefined; limit: SQL };

/**
 * Reads the messages of a list in turns, until they have enough threads. Each turn leaves out the threads that were found before, so
 * that a long thread is read past once. Of a row, `found` are the newest messages of the threads so far, and `seen` these threads.
 */
function turnsOf(select: Selecting, listed: Listed, { order, mark, limit }: Turns): SQL {
  const flat: Listed = { ...listed, skipped: sql`turns.seen`, query: { ...listed.query, group: "message" } };
  const near = nearestOf(select, flat, order, turnMessages, { date: sql`turns.date`, id: sql`turns.id` });
  const first = { id: sql`first.id`, threadId: sql`first.thread_id`, date: sql`first.date` };
  const isNewest = isNewestOfThread(listed, first);
  // Of a thread with a message that came back from a snooze, newer ones may stand below it, so that they are looked for. Of others they
  // stand above the page, and above the first page stands nothing.
  const mayStandBelow = sql`first.woken_at is not null ${mark ? sql`or first.thread_id = any ((select woken from known)::uuid[])` : sql``}`;
  const isBelow = mark ? sql`first.thread_id <> all ((select above from known)::uuid[])` : sql`true`;
  const isHead = order === "inbox" ? sql`case when ${mayStandBelow} then ${isNewest} else ${isBelow} end` : isBelow;
  const above = mark && threadsAbove(listed, sql`select near.thread_id from near`, mark);
  const woken = order === "inbox" ? wokenThreads(listed) : sql`null::uuid[]`;
  const known = above ? sql`, known as materialized (select ${above} as above, ${woken} as woken)` : sql``;
  return sql`
    select array[]::uuid[] as found, array[]::uuid[] as seen, ${mark?.date ?? sql`'infinity'`}::timestamptz as date,
      ${mark?.id ?? sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'`}::uuid as id, true as is_more, 0 as number
    union all
    select turns.found || coalesce(turn.found, '{}'), turns.seen || coalesce(turn.seen, '{}'), turn.date, turn.id, turn.size = ${turnMessages}, turns.number + 1
    from turns cross join lateral (
      with near as materialized (select * from (${near}) place order by place.position desc, place.id desc limit ${turnMessages})${known}
      -- In one order, so that PostgreSQL sorts once.
      select count(*) as size, (array_agg(first.position order by first.position desc, first.id desc))[count(*)] as date,
        (array_agg(first.id order by first.position desc, first.id desc))[count(*)] as id,
        array_agg(first.id order by first.position desc, first.id desc) filter (where first.is_head) as found,
        -- A newer message of the thread may stand below one that came back from a snooze.
        array_agg(first.thread_id) filter (where first.is_first and (first.is_head or first.woken_at is null)) as seen
      from (
        select first.*, first.is_first and ${isHead} as is_head from (
          select near.*, row_number() over (partition by near.thread_id order by near.date desc, near.id desc) = 1 as is_first
          from near
        ) first
      ) first
    ) turn
    where turns.is_more and cardinality(turns.found) < ${limit}`;
}
