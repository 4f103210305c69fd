// Which messages a list shows, and its page of them by the index that has them in order.
import type { QueryOf } from "@intellibox/contract/endpoint";
import type { inbox } from "@intellibox/contract/endpoints/inbox";
import { type MessageFolder, messageFolders, readableFolders } from "@intellibox/contract/rules/folders";
import type { PriorityPart } from "@intellibox/contract/rules/priorities";
import { isEmptySearch, type SearchedView, type SearchQuery } from "@intellibox/contract/rules/search-query";
import type { Selecting } from "#db/kept-statement.ts";
import {
  alias,
  and,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  type PgColumn,
  type SQL,
  type SQLWrapper,
  sql,
} from "#db/orm.ts";
import { messageFolderPlaces } from "#db/tables/folders.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { dayOf, type SearchHit } from "#features/search/search.ts";
import type { SearchedFolder } from "./searched-folders.ts";

export type ListQuery = QueryOf<typeof inbox.threads>;

/** A requested list, with its folders looked up. */
export type Listed = {
  scope: Scope;
  query: ListQuery;
  asked: SearchQuery;
  /** The values of `messages.folder` that it includes. */
  places: MessageFolder[];
  starred: boolean | undefined;
  /** Its messages are in a folder of each of these lists, and in none of `without`. */
  within: SearchedFolder[][];
  without: SearchedFolder[];
  /** Threads that the rest of the list does not show: an array of their ids. */
  skipped?: SQL;
};

type Named = Pick<Listed, "scope" | "query" | "asked" | "within" | "without">;

/** `in:` and `label:` of a search name what it covers, instead of the list that is open. */
export function listedOf(named: Named): Listed {
  const { asked, query, within } = named;
  const view = asked.view ?? (within.length > 0 ? undefined : query.folder);
  const starred = asked.starred ?? (view === "starred" ? true : undefined);
  const places = placesOf(named, view).filter((place) => !asked.notIn.includes(place));
  return { ...named, places, starred };
}

const keptFolders = messageFolders.filter((folder) => folder !== "trash" && folder !== "junk");

/** A search without a folder includes all mail except the trash, spam and drafts. */
function placesOf({ asked, within }: Named, view: SearchedView | undefined): MessageFolder[] {
  if (view === "anywhere") return [...messageFolders];
  if (view === "all" || view === "starred") return keptFolders;
  if (view) return [view];
  const isSearch = !isEmptySearch(asked);
  if (within.length === 0) return isSearch ? [...readableFolders] : ["inbox"];
  // Mail in the trash or spam is listed there only, even if it keeps its labels. Snoozed mail is not in the inbox.
  const roles = within.flat().flatMap(({ role }) => (role === "trash" || role === "junk" ? role : []));
  const isInbox = !isSearch && within.flat().every(({ role }) => role === "inbox");
  return [...keptFolders.filter((place) => !isInbox || place !== "snoozed"), ...new Set(roles)];
}

const newer = alias(messages, "newer");
type MessageTable = typeof messages | typeof newer;

/** All conditions but the place. */
export const filtersOf = (listed: Listed): (SQL | undefined)[] => [
  ...conditionsOf(listed, messages),
  // The first list is read by its own index.
  ...listed.within.slice(1).map((folders) => isInOne(messages, folders)),
  listed.skipped && sql`${messages.threadId} <> all (${listed.skipped})`,
  isGrouped(listed) ? isNewestOfThread(listed) : undefined,
];

function conditionsOf(listed: Listed, table: MessageTable): (SQL | undefined)[] {
  const { scope, query, asked, starred, without } = listed;
  const { hasAttachment, unread, after, before } = asked;
  return [
    eq(table.tenantId, scope.tenantId),
    eq(table.userId, scope.user.id),
    isNull(table.removeAt),
    query.mailbox ? eq(table.mailboxId, query.mailbox) : undefined,
    starred === undefined ? undefined : eq(table.starred, starred),
    hasAttachment === undefined ? undefined : eq(table.hasAttachment, hasAttachment),
    unread === undefined ? undefined : eq(table.unread, unread),
    after ? gte(table.date, dayOf(after, query.timeZone)) : undefined,
    before ? lt(table.date, dayOf(before, query.timeZone)) : undefined,
    without.length > 0 ? not(isInOne(table, without)) : undefined,
    query.priority && isInPart(table, query.priority),
  ];
}

/** A message that was not judged yet counts as Other. */
function isInPart(table: MessageTable, part: PriorityPart): SQL {
  const isImportant = sql`exists (
    select from message_priorities i where i.tenant_id = ${table.tenantId} and i.id = ${table.id} and i.part = 'important')`;
  return part === "important" ? isImportant : not(isImportant);
}

/** Drafts are continued one by one, so that they are never grouped. */
export const isGrouped = ({ query, places, within }: Listed) =>
  query.group === "thread" &&
  places.some((place) => place !== "drafts") &&
  !(within.length > 0 && within.flat().every(({ role }) => role === "drafts"));

type ThreadColumns = Record<"threadId" | "date" | "id", SQLWrapper>;

/**
 * True for the newest message that a thread has in the list, which the index on threads finds. `offset 0` keeps PostgreSQL from
 * joining all messages first: a page looks at few.
 */
export function isNewestOfThread(listed: Listed, one: ThreadColumns = messages): SQL {
  const isListed = and(
    sql`${newer.threadId} = ${one.threadId}`,
    sql`(${newer.date}, ${newer.id}) > (${one.date}, ${one.id})`,
    ...listedConditions(listed, newer),
  );
  return sql`not exists (select from ${messages} newer where ${isListed} offset 0)`;
}

/** Selects, in one scan, the ids of those of the given threads that have a message in the list at this date or above it, as an array. */
export const threadsAbove = (listed: Listed, threads: SQL, { date, id }: Record<"date" | "id", SQL>): SQL => sql`
  array(select ${newer.threadId} from ${messages} newer where ${and(
    sql`${newer.threadId} = any (array(${threads}))`,
    sql`(${newer.date}, ${newer.id}) >= (${date}::timestamptz, ${id}::uuid)`,
    ...listedConditions(listed, newer),
  )})`;

/** The threads with a message in the list that came back from a snooze: an array of their ids. */
export const wokenThreads = (listed: Listed): SQL => sql`
  array(select ${newer.threadId} from ${messages} newer where ${and(isNotNull(newer.wokenAt), ...listedConditions(listed, newer))})`;

const listedConditions = (listed: Listed, table: MessageTable) => [
  ...conditionsOf(listed, table),
  inArray(table.folder, listed.places),
  ...listed.within.map((folders) => isInOne(table, folders)),
];

const isInOne = (table: MessageTable, folders: SearchedFolder[]): SQL => sql`exists (
  select from message_folders p where p.tenant_id = ${table.tenantId} and p.message_id = ${table.id}
    and p.folder_id = any (array[${listOf(folders.map(({ id }) => id))}]::uuid[]) and p.pending is distinct from 'remove' and not p.is_hidden)`;

const listOf = (ids: string[]) =>
  sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );

const isBefore = ({ date, id }: SearchHit) =>
  sql`(${messages.date}, ${messages.id}) < (${date}::timestamptz, ${id}::uuid)`;

export const isSingle = ({ within, places }: Listed) => within.length === 0 && places.length === 1;

/** Partial indexes have these in the order of their dates. */
const hasOwnIndex = ({ asked, starred, within }: Listed) =>
  within.length === 0 && (asked.unread === true || asked.hasAttachment === true || starred === true);

/** The inbox and snoozed mail have orders of their own. */
export function orderOf(listed: Listed): "date" | "inbox" | "snoozed" {
  const [place] = listed.places;
  return isSingle(listed) && isEmptySearch(listed.asked) && (place === "inbox" || place === "snoozed") ? place : "date";
}

/** The condition of a page that an index has in order: without it PostgreSQL would sort all messages of the list. */
export function filterOfPage(
  tx: Selecting,
  listed: Listed,
  mark: SearchHit | undefined,
  most: number,
): SQL | undefined {
  if (isSingle(listed) || hasOwnIndex(listed))
    return and(...filtersOf(listed), inArray(messages.folder, listed.places));
  const { tenantId } = listed.scope;
  // As an array, so that PostgreSQL reads the page first.
  return and(eq(messages.tenantId, tenantId), sql`${messages.id} = any (array(${newestIds(tx, listed, mark, most)}))`);
}

/** The ids, or other columns, of the newest messages after the mark, at most `most` of each folder, as a subquery. */
export function newestIds(
  tx: Selecting,
  listed: Listed,
  mark: SearchHit | undefined,
  most: number,
  columns: Record<string, PgColumn | SQL.Aliased> = { id: messages.id },
): SQLWrapper {
  const { places, within, scope } = listed;
  const filters = [...filtersOf(listed), mark && isBefore(mark)];
  const ids = () => tx.select(columns).from(messages);
  const newest = (which: SQL) =>
    ids()
      .where(and(...filters, which))
      .orderBy(desc(messages.date), desc(messages.id))
      .limit(most);
  const place = messageFolderPlaces;
  const newestIn = (folderId: string) =>
    ids()
      .innerJoin(place, and(eq(place.tenantId, messages.tenantId), eq(place.messageId, messages.id)))
      .where(
        and(
          ...filters,
          inArray(messages.folder, places),
          eq(place.tenantId, scope.tenantId),
          eq(place.folderId, folderId),
          sql`${place.pending} is distinct from 'remove'`,
          eq(place.isHidden, false),
          mark && sql`(${place.date}, ${place.messageId}) < (${mark.date}::timestamptz, ${mark.id}::uuid)`,
        ),
      )
      .orderBy(desc(place.date), desc(place.messageId))
      .limit(most);
  if (within[0]) return unionOf(within[0].map(({ id }) => newestIn(id)));
  if (isSingle(listed) || hasOwnIndex(listed)) return newest(inArray(messages.folder, places));
  // The index has each folder in the order of its dates, so that a page of all is the newest of the pages of each.
  return unionOf(places.map((one) => newest(eq(messages.folder, one))));
}

const unionOf = (pages: SQLWrapper[]) =>
  sql.join(
    pages.map((page) => sql`(${page})`),
    sql` union all `,
  );
