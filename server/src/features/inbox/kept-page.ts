// The lists that are opened most, without words of a search, by statements with kept plans.
import { messageFolders } from "@intellibox/contract/rules/folders";
import { isEmptySearch } from "@intellibox/contract/rules/search-query";
import type { Tx } from "#db/fence.ts";
import { type KeptStatement, keepStatement, runKept, type Selecting } from "#db/kept-statement.ts";
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { SearchHit } from "#features/search/search.ts";
import { itemColumns, ofSameMailbox } from "./item-columns.ts";
import { inboxRows, type listByIds, markOf, placeColumns, positionIn } from "./list-in-order.ts";
import { filtersOf, isGrouped, type Listed, newestIds, orderOf } from "./list-messages.ts";
import { sizeOfThread } from "./thread-sizes.ts";
import { conversationFolders } from "./thread-summaries.ts";

type ListedRow = Awaited<ReturnType<typeof listByIds>>[number];
type KeptRow = ListedRow & { threadSize: number };
type CountRow = { count: number; rows: number };

/** More than a page has. A constant, because PostgreSQL takes an unknown limit for a tenth of all rows. */
const mostRows = 256;

/** True for a list without further conditions: others have more forms than plans can be kept for. */
export const isKept = (listed: Listed) =>
  isEmptySearch(listed.asked) &&
  listed.within.flat().length === listed.within.length &&
  listed.within.length < 2 &&
  orderOf(listed) !== "snoozed";

/** A page of messages, with the size of each one's thread. */
export function readKeptPage(tx: Tx, listed: Listed, mark: SearchHit | undefined, limit: number): Promise<KeptRow[]> {
  const { name, values } = formOf(listed, mark ? "after" : "first");
  const pages = listed.scope.once(pageStatements);
  const statement = pages.get(name) ?? pageStatement(name, listed, mark !== undefined);
  pages.set(name, statement);
  return runKept(tx, statement, { ...values, limit, markDate: mark?.date, markId: mark?.id });
}

/** How many rows the list has; undefined if it has more than `most` messages, which is a constant. */
export async function countKept(tx: Tx, listed: Listed, most: number): Promise<number | undefined> {
  const { name, values } = formOf(listed, "count");
  const counts = listed.scope.once(countStatements);
  const statement = counts.get(name) ?? countStatement(name, listed, most + 1);
  counts.set(name, statement);
  const [{ count = 0, rows = 0 } = {}] = await runKept(tx, statement, values);
  return count > most ? undefined : rows;
}

type KeptItem = Omit<KeptRow, "mark">;

/** The messages of a search, with the size of each one's thread. For threads the size is 1: their summaries have it. */
export function readKeptItems(tx: Tx, listed: Listed, ids: string[]): Promise<KeptItem[]> {
  const { scope, places } = listed;
  const values = { tenantId: scope.tenantId, userId: scope.user.id, folders: conversationFolders(places), ids };
  return runKept<KeptItem>(tx, scope.once(isGrouped(listed) ? headsStatement : itemsStatement), values);
}

const itemsStatement = () =>
  keepStatement<KeptItem>("list-items", [...itemNames, "threadSize"], (select, value) =>
    withSizes(value, itemsOf(select, value), "date"),
  );

const headsStatement = () =>
  keepStatement<KeptItem>("list-heads", [...itemNames, "threadSize"], (select, value) => {
    return sql`select page.*, 1 from (${itemsOf(select, value)}) page ${inOrder("date")}`;
  });

const itemsOf = (select: Selecting, value: Value) =>
  select
    .select(itemColumns)
    .from(messages)
    .innerJoin(mailboxes, ofSameMailbox)
    .where(and(eq(messages.tenantId, value("tenantId")), sql`${messages.id} = any (${value("ids")}::uuid[])`));

const pageStatements = () => new Map<string, KeptStatement<KeptRow>>();
const countStatements = () => new Map<string, KeptStatement<CountRow>>();

/** The name says all that the statement's text depends on. */
export function formOf(listed: Listed, kind: "first" | "after" | "count") {
  const { scope, query, places, within, starred } = listed;
  const values = {
    ...{ tenantId: scope.tenantId, userId: scope.user.id, mailbox: query.mailbox },
    ...{ folderId: within.flat()[0]?.id, folders: conversationFolders(places) },
  };
  const parts = [
    isGrouped(listed) ? "threads" : "list",
    kind,
    // PostgreSQL cuts names after 63 bytes.
    places.map((place) => messageFolders.indexOf(place)).join(""),
    starred && "starred",
    query.priority,
    query.mailbox && "of-mailbox",
    within.length > 0 && "in-folder",
  ];
  return { name: parts.filter(Boolean).join("-"), values };
}

export type Value = (name: string) => SQL;

/** The same list with named values instead of those of the request. */
export const inNames = (listed: Listed, value: Value) =>
  ({
    ...listed,
    scope: { tenantId: value("tenantId"), user: { id: value("userId") } },
    query: { ...listed.query, mailbox: listed.query.mailbox && value("mailbox") },
    within: listed.within.map((folders) => folders.map((folder) => ({ ...folder, id: value("folderId") }))),
  }) as unknown as Listed;

export const itemNames = Object.keys(itemColumns) as (keyof typeof itemColumns)[];

/** A page in its order with the size of each message's thread, which is counted once for all messages of the thread. */
function withSizes(value: Value, page: SQLWrapper, order: "date" | "inbox"): SQL {
  const [tenantId, userId, folders] = [value("tenantId"), value("userId"), value("folders")];
  const size = sizeOfThread({ tenantId, userId, threadId: sql`threads.thread_id`, folders });
  return sql`
    with page as materialized (${page}),
    sizes as materialized (select threads.thread_id, ${size} as size from (select distinct thread_id from page) threads)
    select page.*, (select sizes.size from sizes where sizes.thread_id = page.thread_id) from page ${inOrder(order)}`;
}

const pageStatement = (name: string, given: Listed, isAfter: boolean) =>
  keepStatement<KeptRow>(name, [...itemNames, "mark", "threadSize"], (select, value) => {
    const listed = inNames(given, value);
    const mark = isAfter ? { date: value("markDate"), id: value("markId") } : undefined;
    const order = orderOf(given) === "inbox" ? "inbox" : "date";
    const ids = sql`
      select place.id from (${nearestOf(select, listed, order, mostRows, mark)}) place
      order by place.position desc, place.id desc limit ${value("limit")}`;
    return withSizes(value, pageOf(select, value, order, ids), order);
  });

/** The order of the rows of a subquery `page`. */
export const inOrder = (order: "date" | "inbox") =>
  sql`order by ${order === "inbox" ? sql`coalesce(page.woken_at, page.date)` : sql`page.date`} desc, page.id desc`;

/** The rows of a page with these ids. */
export const pageOf = (select: Selecting, value: Value, order: "date" | "inbox", ids: SQL) =>
  select
    .select({ ...itemColumns, mark: markOf(positionIn(order)) })
    .from(messages)
    .innerJoin(mailboxes, ofSameMailbox)
    .where(and(eq(messages.tenantId, value("tenantId")), sql`${messages.id} = any (array(${ids}))`));

/** The places of the first messages of a list after a mark, at most `most` of each folder. */
export function nearestOf(
  select: Selecting,
  listed: Listed,
  order: "date" | "inbox",
  most: number,
  named: Record<"date" | "id", SQL> | undefined,
): SQL {
  const mark = named as unknown as SearchHit | undefined;
  if (order === "date") return sql`${newestIds(select, listed, mark, most, placeColumns(messages.date))}`;
  const filters = and(...filtersOf(listed), inArray(messages.folder, listed.places));
  return inboxRows(select, { filters, mark, limit: most });
}

/** Counting the threads of all messages is faster than looking for the newest of each. */
const countStatement = (name: string, given: Listed, most: number) =>
  keepStatement<CountRow>(name, ["count", "rows"], (select, value) => {
    const flat = inNames({ ...given, query: { ...given.query, group: "message" } }, value);
    const columns = { id: messages.id, threadId: messages.threadId };
    const rows = isGrouped(given) ? sql`count(distinct newest.thread_id)` : sql`count(*)`;
    return sql`
      select count(*)::int, ${rows}::int
      from (select * from (${newestIds(select, flat, undefined, most, columns)}) each limit ${most}) newest`;
  });
