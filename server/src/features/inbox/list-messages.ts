// Which messages a list shows, and its page of them by the index that has them in order.
import type { QueryOf } from "@intellibox/contract/endpoint";
import type { inbox } from "@intellibox/contract/endpoints/inbox";
import {
  type FolderRole,
  type MessageFolder,
  messageFolders,
  readableFolders,
} from "@intellibox/contract/rules/folders";
import { isEmptySearch, type SearchQuery } from "@intellibox/contract/rules/search-query";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, gte, inArray, isNull, lt, type SQL, type SQLWrapper, sql } from "#db/orm.ts";
import { messageFolderPlaces } from "#db/tables/folders.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { dayOf, type SearchHit } from "#features/search/search.ts";

export type ListQuery = QueryOf<typeof inbox.threads>;

/** What a list shows: a folder of one mailbox, or all mail in these places. */
export type Listed = {
  scope: Scope;
  query: ListQuery;
  asked: SearchQuery;
  folder?: { id: string; role: FolderRole | null } | undefined;
};

const keptFolders = messageFolders.filter((folder) => folder !== "trash" && folder !== "junk");

/** A search without a folder includes all mail except the trash, spam and drafts. */
export function foldersOf({ folder }: ListQuery, isSearch: boolean): MessageFolder[] {
  if (folder === "all" || folder === "starred") return keptFolders;
  return folder ? [folder] : isSearch ? [...readableFolders] : ["inbox"];
}

/** Mail in the trash or spam is listed there only, even if it keeps its labels. Snoozed mail is not in the inbox. */
function isListedIn({ role }: { role: FolderRole | null }): SQL {
  if (role === "trash" || role === "junk") return sql`${messages.folder} <> 'gone'`;
  return role === "inbox"
    ? sql`${messages.folder} not in ('trash', 'junk', 'gone', 'snoozed')`
    : sql`${messages.folder} not in ('trash', 'junk', 'gone')`;
}

/** All conditions but the folder. */
function filtersOf({ scope: { tenantId, user }, query, asked }: Listed): (SQL | undefined)[] {
  const { hasAttachment, unread, after, before } = asked;
  return [
    eq(messages.tenantId, tenantId),
    eq(messages.userId, user.id),
    isNull(messages.removeAt),
    query.mailbox ? eq(messages.mailboxId, query.mailbox) : undefined,
    query.folder === "starred" && !query.folderId ? eq(messages.starred, true) : undefined,
    hasAttachment === undefined ? undefined : eq(messages.hasAttachment, hasAttachment),
    unread === undefined ? undefined : eq(messages.unread, unread),
    after ? gte(messages.date, dayOf(after, query.timeZone)) : undefined,
    before ? lt(messages.date, dayOf(before, query.timeZone)) : undefined,
  ];
}

const isBefore = ({ date, id }: SearchHit) =>
  sql`(${messages.date}, ${messages.id}) < (${date}::timestamptz, ${id}::uuid)`;

const isSingle = (listed: Listed) => !listed.folder && placesOf(listed).length === 1;
const placesOf = ({ query, asked }: Listed) => foldersOf(query, !isEmptySearch(asked));

/** Partial indexes have these in the order of their dates. */
const hasOwnIndex = ({ query, asked }: Listed) =>
  asked.unread === true || asked.hasAttachment === true || query.folder === "starred";

/** The inbox and snoozed mail have orders of their own. */
export function orderOf(listed: Listed): "date" | "inbox" | "snoozed" {
  const [place] = placesOf(listed);
  return isSingle(listed) && isEmptySearch(listed.asked) && (place === "inbox" || place === "snoozed") ? place : "date";
}

/** The condition of a page that an index has in order: without it PostgreSQL would sort all messages of the list. */
export function filterOfPage(tx: Tx, listed: Listed, mark: SearchHit | undefined, most: number): SQL | undefined {
  if (!listed.folder && (isSingle(listed) || hasOwnIndex(listed)))
    return and(...filtersOf(listed), inArray(messages.folder, placesOf(listed)));
  const { tenantId } = listed.scope;
  // As an array, so that PostgreSQL reads the page first.
  return and(eq(messages.tenantId, tenantId), sql`${messages.id} = any (array(${newestIds(tx, listed, mark, most)}))`);
}

/** The ids of the newest messages after the mark, at most `most` of each folder, as a subquery. */
export function newestIds(tx: Tx, listed: Listed, mark: SearchHit | undefined, most: number): SQLWrapper {
  const { folder, scope } = listed;
  const filters = [...filtersOf(listed), mark && isBefore(mark)];
  const ids = () => tx.select({ id: messages.id }).from(messages);
  if (folder) {
    const place = messageFolderPlaces;
    return ids()
      .innerJoin(place, and(eq(place.tenantId, messages.tenantId), eq(place.messageId, messages.id)))
      .where(
        and(
          ...filters,
          eq(place.tenantId, scope.tenantId),
          eq(place.folderId, folder.id),
          sql`${place.pending} is distinct from 'remove'`,
          mark && sql`(${place.date}, ${place.messageId}) < (${mark.date}::timestamptz, ${mark.id}::uuid)`,
          isListedIn(folder),
        ),
      )
      .orderBy(desc(place.date), desc(place.messageId))
      .limit(most);
  }
  const newest = (which: SQL) =>
    ids()
      .where(and(...filters, which))
      .orderBy(desc(messages.date), desc(messages.id))
      .limit(most);
  const places = placesOf(listed);
  if (isSingle(listed) || hasOwnIndex(listed)) return newest(inArray(messages.folder, places));
  // The index has each folder in the order of its dates, so that a page of all is the newest of the pages of each.
  const pages = places.map((one) => sql`(${newest(eq(messages.folder, one))})`);
  return sql`${sql.join(pages, sql` union all `)}`;
}
