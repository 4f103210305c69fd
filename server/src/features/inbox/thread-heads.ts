import type { Tx } from "#db/fence.ts";
import { and, inArray, type SQL, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { SearchHit } from "#features/search/search.ts";
import { inboxRows, listByIds, listInOrder, placeColumns } from "./list-in-order.ts";
import { filterOfPage, filtersOf, isNewestOfThread, type Listed, newestIds, orderOf } from "./list-messages.ts";

/** A page of threads is looked for among this many times as many messages first, which is enough if threads have four on average. */
const messagesPerThread = 5;

/**
 * A page of messages of which each is the newest that its thread has in the list. Of the first messages of the list, only the newest
 * of each thread is looked up, so that a long thread costs as much as a short one. If they have too few threads, the page is
 * completed by looking further, past the threads that are known by then.
 */
export async function listHeads(tx: Tx, listed: Listed, mark: SearchHit | undefined, limit: number) {
  const order = orderOf(listed);
  // Snoozed mail stands in an order of its own, in which a thread's newest message need not come first. It is never much.
  if (order === "snoozed")
    return listInOrder(tx, order, { filters: filterOfPage(tx, listed, mark, limit), mark, limit });
  const most = limit * messagesPerThread;
  const near = await readNearest(tx, listed, mark, most);
  const heads = near.filter(({ isHead }) => isHead);
  // On the first page no newer message can be missing among the nearest, unless this one came back from a snooze above it.
  const isSure = !mark && heads.every(({ isWoken }) => !isWoken);
  const last = near.length < most ? undefined : near.at(-1);
  if (isSure) {
    const found = idsOf(heads.slice(0, limit));
    if (!last || heads.length >= limit) return listByIds(tx, order, found, limit);
    const completed = (rest: SQL) => listByIds(tx, order, sql`${found} union all (${rest})`, limit);
    const page = await completed(nextHeads(tx, listed, near, last, most));
    // There are other long threads behind the first ones, or no more messages.
    return page.length < limit ? completed(restOf(tx, listed, near, last, limit)) : page;
  }
  const found = await listByIds(tx, order, checkedHeads(listed, heads), limit);
  if (!last || found.length >= limit) return found;
  const left = limit - found.length;
  return [...found, ...(await listByIds(tx, order, restOf(tx, listed, near, last, left), left))];
}

type NearMessage = { id: string; threadId: string; isWoken: boolean; isHead: boolean; date: string };

const idsIn = (ids: string[]) => sql`${sql.param([...new Set(ids)])}::uuid[]`;
const idsOf = (rows: { id: string }[]) => sql`select unnest(${idsIn(rows.map(({ id }) => id))})`;

/** The first messages of the list after the mark. `isHead`: the newest of its thread among them. */
async function readNearest(tx: Tx, listed: Listed, mark: SearchHit | undefined, most: number): Promise<NearMessage[]> {
  const flat: Listed = { ...listed, query: { ...listed.query, group: "message" } };
  const { rows } = await tx.execute<NearMessage>(sql`
    select near.id, near.thread_id as "threadId", near.woken_at is not null as "isWoken", near.position::text as date,
      row_number() over (partition by near.thread_id order by near.date desc, near.id desc) = 1 as "isHead"
    from (${placesOf(tx, flat, mark, most)}) near order by near.position desc, near.id desc`);
  return rows;
}

/** Those that are the newest of their thread in the whole list. */
const checkedHeads = (listed: Listed, heads: NearMessage[]) => {
  const head = { id: sql`head.id`, threadId: sql`head.thread_id`, date: sql`head.date` };
  return sql`select head.id from messages head
    where head.tenant_id = ${listed.scope.tenantId} and head.id = any (array(${idsOf(heads)})) and ${isNewestOfThread(listed, head)}`;
};

/**
 * The newest messages of the threads among the messages after the nearest ones, past the threads that are known by then. All mail
 * above them is known, so that only those that came back from a snooze are looked up: they stand above newer ones.
 */
function nextHeads(tx: Tx, listed: Listed, near: NearMessage[], last: SearchHit, most: number): SQL {
  const skipped = idsIn(near.map(({ threadId }) => threadId));
  const flat: Listed = { ...listed, skipped, query: { ...listed.query, group: "message" } };
  const next = { id: sql`next.id`, threadId: sql`next.thread_id`, date: sql`next.date` };
  return sql`select next.id from (
    select *, row_number() over (partition by thread_id order by date desc, id desc) as nth
    from (${placesOf(tx, flat, last, most)}) place
  ) next where next.nth = 1 and (next.woken_at is null or ${isNewestOfThread(listed, next)})`;
}

/** The heads after the nearest messages. Their threads are known, unless one came back from a snooze: it may stand above newer ones. */
function restOf(tx: Tx, listed: Listed, near: NearMessage[], last: SearchHit, limit: number): SQL {
  const woken = new Set(near.filter(({ isWoken }) => isWoken).map(({ threadId }) => threadId));
  const skipped = idsIn(near.flatMap(({ threadId }) => (woken.has(threadId) ? [] : threadId)));
  return sql`select rest.id from (${placesOf(tx, { ...listed, skipped }, last, limit)}) rest`;
}

/** The places of the first messages of the list after the mark, as a subquery. */
function placesOf(tx: Tx, listed: Listed, mark: SearchHit | undefined, limit: number): SQL {
  if (orderOf(listed) === "inbox")
    return inboxRows(tx, { filters: and(...filtersOf(listed), inArray(messages.folder, listed.places)), mark, limit });
  const rows = newestIds(tx, listed, mark, limit, placeColumns(messages.date));
  return sql`select * from (${rows}) place order by place.position desc, place.id desc limit ${limit}`;
}
