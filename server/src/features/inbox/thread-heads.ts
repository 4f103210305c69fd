import type { Tx } from "#db/fence.ts";
import { and, inArray, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { SearchHit } from "#features/search/search.ts";
import { inboxRows, listByIds, listInOrder, placeColumns } from "./list-in-order.ts";
import { filterOfPage, filtersOf, isNewestOfThread, type Listed, newestIds, orderOf } from "./list-messages.ts";

/** A page of threads is looked for among this many times as many messages first. */
const messagesPerThread = 6;

/**
 * A page of messages of which each is the newest that its thread has in the list. Of the first messages of the list, only the newest
 * of each thread is looked up, so that a long thread costs as much as a short one. If they have too few threads, the page is
 * completed by looking further, past the threads that are known by then.
 */
export async function listHeads(tx: Tx, listed: Listed, mark: SearchHit | undefined, limit: number) {
  const order = orderOf(listed);
  // Snoozed mail stands in an order of its own, in which a thread's newest message need not come first. It is never much.
  if (order === "snoozed") return inFull(tx, listed, mark, limit);
  const most = limit * messagesPerThread;
  const nearest = nearestOf(tx, listed, mark, most);
  // On the first page by date, no newer message can be missing among the nearest.
  const isSure = order === "date" && !mark;
  const head = { id: sql`head.id`, threadId: sql`head.thread_id`, date: sql`head.date` };
  const heads = sql`select head.id from (
      select distinct on (near.thread_id) near.* from (${nearest}) near order by near.thread_id, near.date desc, near.id desc
    ) head ${isSure ? sql`` : sql`where ${isNewestOfThread(listed, head)}`}
    order by head.position desc, head.id desc limit ${limit}`;
  const found = await listByIds(tx, order, heads);
  if (found.length >= limit) return found;
  const { rows } = await tx.execute<{ id: string; threadId: string; isWoken: boolean; date: string }>(
    sql`select near.id, near.thread_id as "threadId", near.woken_at is not null as "isWoken", near.position::text as date
      from (${nearest}) near order by near.position desc, near.id desc`,
  );
  const last = rows.at(-1);
  if (!last || rows.length < most) return found;
  // A message that came back from a snooze may stand above newer ones of its thread.
  const woken = new Set(rows.filter(({ isWoken }) => isWoken).map(({ threadId }) => threadId));
  const skipped = [...new Set(rows.map(({ threadId }) => threadId))].filter((threadId) => !woken.has(threadId));
  return [...found, ...(await inFull(tx, { ...listed, skipped }, last, limit - found.length))];
}

function inFull(tx: Tx, listed: Listed, mark: SearchHit | undefined, limit: number) {
  return listInOrder(tx, orderOf(listed), { filters: filterOfPage(tx, listed, mark, limit), mark, limit });
}

/** The places of the first messages of the list after the mark, as a subquery. */
function nearestOf(tx: Tx, listed: Listed, mark: SearchHit | undefined, limit: number) {
  const flat: Listed = { ...listed, query: { ...listed.query, group: "message" } };
  if (orderOf(listed) === "inbox")
    return inboxRows(tx, { filters: and(...filtersOf(flat), inArray(messages.folder, listed.places)), mark, limit });
  const rows = newestIds(tx, flat, mark, limit, placeColumns(messages.date));
  return sql`select * from (${rows}) place order by place.position desc, place.id desc limit ${limit}`;
}
