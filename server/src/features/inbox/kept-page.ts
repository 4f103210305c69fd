// The lists that are opened most, one folder of all mailboxes or of one, by statements with kept plans.
import { isEmptySearch } from "@intellibox/contract/rules/search-query";
import type { Tx } from "#db/fence.ts";
import { type KeptStatement, keepStatement, runKept, type Selecting } from "#db/kept-statement.ts";
import { and, desc, eq, inArray, type SQL, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { SearchHit } from "#features/search/search.ts";
import { itemColumns, ofSameMailbox } from "./item-columns.ts";
import { inboxRows, type listByIds, markOf, placeColumns, positionIn } from "./list-in-order.ts";
import { filtersOf, isGrouped, isSingle, type Listed, newestIds, orderOf } from "./list-messages.ts";
import { sizeOfThread } from "./thread-sizes.ts";
import { conversationFolders } from "./thread-summaries.ts";

type KeptRow = Awaited<ReturnType<typeof listByIds>>[number] & { threadSize: number };
type CountRow = { count: number };

/** More than a page has. A constant, because PostgreSQL takes an unknown limit for a tenth of all rows. */
const mostRows = 256;

/** True for a list of one folder without further conditions: others have more forms than plans can be kept for. */
export const isKept = (listed: Listed) =>
  isSingle(listed) &&
  isEmptySearch(listed.asked) &&
  !isGrouped(listed) &&
  listed.starred === undefined &&
  !listed.query.priority &&
  orderOf(listed) !== "snoozed";

/** A page of the list, with the size of each message's thread. */
export function readKeptPage(tx: Tx, listed: Listed, mark: SearchHit | undefined, limit: number): Promise<KeptRow[]> {
  const { name, values } = formOf(listed, mark ? "after" : "first");
  const pages = listed.scope.once(pageStatements);
  const statement = pages.get(name) ?? pageStatement(name, listed, mark !== undefined);
  pages.set(name, statement);
  return runKept(tx, statement, { ...values, limit, markDate: mark?.date, markId: mark?.id });
}

/** How many messages the list has, at most `most`, which is a constant. */
export async function countKept(tx: Tx, listed: Listed, most: number): Promise<number> {
  const { name, values } = formOf(listed, "count");
  const counts = listed.scope.once(countStatements);
  const statement = counts.get(name) ?? countStatement(name, listed, most);
  counts.set(name, statement);
  const [row] = await runKept(tx, statement, values);
  return row?.count ?? 0;
}

type KeptItem = Omit<KeptRow, "mark">;

/** The messages of a search, with the size of each one's thread. */
export function readKeptItems(tx: Tx, { scope, places }: Listed, ids: string[]): Promise<KeptItem[]> {
  const values = { tenantId: scope.tenantId, userId: scope.user.id, folders: conversationFolders(places), ids };
  return runKept<KeptItem>(tx, scope.once(itemsStatement), values);
}

const itemsStatement = () =>
  keepStatement<KeptItem>("list-items", [...itemNames, "threadSize"], (select, value) =>
    select
      .select({ ...itemColumns, threadSize: threadSize(value) })
      .from(messages)
      .innerJoin(mailboxes, ofSameMailbox)
      .where(and(eq(messages.tenantId, value("tenantId")), sql`${messages.id} = any (${value("ids")}::uuid[])`))
      .orderBy(desc(messages.date), desc(messages.id)),
  );

const pageStatements = () => new Map<string, KeptStatement<KeptRow>>();
const countStatements = () => new Map<string, KeptStatement<CountRow>>();

/** The name says all that the statement's text depends on. */
function formOf({ scope, query, places }: Listed, kind: "first" | "after" | "count") {
  const { mailbox } = query;
  const values = { tenantId: scope.tenantId, userId: scope.user.id, mailbox, folders: conversationFolders(places) };
  return { name: `list-${kind}-${places.join("-")}${query.mailbox ? "-of-mailbox" : ""}`, values };
}

type Value = (name: string) => SQL;

/** The same list with named values instead of those of the request. */
const inNames = (listed: Listed, value: Value) =>
  ({
    ...listed,
    scope: { tenantId: value("tenantId"), user: { id: value("userId") } },
    query: { ...listed.query, mailbox: listed.query.mailbox && value("mailbox") },
  }) as unknown as Listed;

const itemNames = Object.keys(itemColumns) as (keyof typeof itemColumns)[];

const threadSize = (value: Value) =>
  sizeOfThread({
    tenantId: value("tenantId"),
    userId: value("userId"),
    threadId: sql`${messages.threadId}`,
    folders: value("folders"),
  });

const pageStatement = (name: string, given: Listed, isAfter: boolean) =>
  keepStatement<KeptRow>(name, [...itemNames, "mark", "threadSize"], (select, value) => {
    const listed = inNames(given, value);
    const mark = isAfter ? ({ date: value("markDate"), id: value("markId") } as unknown as SearchHit) : undefined;
    const order = orderOf(given) === "inbox" ? "inbox" : "date";
    const ids = sql`
      select place.id from (${placesOf(select, listed, mark, order)}) place
      order by place.position desc, place.id desc limit ${value("limit")}`;
    return select
      .select({
        ...itemColumns,
        mark: markOf(positionIn(order)),
        threadSize: threadSize(value),
      })
      .from(messages)
      .innerJoin(mailboxes, ofSameMailbox)
      .where(and(eq(messages.tenantId, value("tenantId")), sql`${messages.id} = any (array(${ids}))`))
      .orderBy(desc(positionIn(order)), desc(messages.id));
  });

function placesOf(select: Selecting, listed: Listed, mark: SearchHit | undefined, order: "date" | "inbox") {
  if (order === "date") return newestIds(select, listed, mark, mostRows, placeColumns(messages.date));
  const filters = and(...filtersOf(listed), inArray(messages.folder, listed.places));
  return inboxRows(select, { filters, mark, limit: mostRows });
}

const countStatement = (name: string, given: Listed, most: number) =>
  keepStatement<CountRow>(
    name,
    ["count"],
    (select, value) =>
      sql`select count(*)::int from (${newestIds(select, inNames(given, value), undefined, most)}) newest`,
  );
