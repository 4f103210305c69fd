import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { inbox, ThreadSummary } from "@intellibox/contract/endpoints/inbox";
import { folderRoles } from "@intellibox/contract/rules/folders";
import { isEmptySearch, parseSearch, type SearchQuery } from "@intellibox/contract/rules/search-query";
import { tagOf } from "#lib/tokenize.ts";
import type { Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";
import { followFolder, openFolder, unfollowedOf } from "#features/folders/folders.ts";
import { judgeInbox } from "#features/priorities/judge-inbox.ts";
import { explainSearch, planSearch, type SearchPlan } from "#features/search/build-tsquery.ts";
import { markSearch, textsOf } from "#features/search/mark-search.ts";
import { searchIds } from "#features/search/search.ts";
import { countListed } from "./count-listed.ts";
import { isKept, readKeptItems, readKeptPage } from "./kept-page.ts";
import { readKeptThreads } from "./kept-threads.ts";
import { refuseManyBodies, withBodies } from "./list-bodies.ts";
import { type ListCursor, readCursor, SeenThreads, writeCursor } from "./list-cursor.ts";
import { listInOrder } from "./list-in-order.ts";
import { filterOfPage, isGrouped, type Listed, type ListQuery, listedOf, orderOf } from "./list-messages.ts";
import { searchThreads } from "./search-threads.ts";
import { findSearched, type SearchedFolders } from "./searched-folders.ts";
import { listHeads } from "./thread-heads.ts";
import { readThreadSizes } from "./thread-sizes.ts";
import { summarizeThreads } from "./thread-summaries.ts";
import { withoutGreeting } from "./without-greeting.ts";

type Query = ListQuery;
type Page = ResponseOf<typeof inbox.threads>;

/** Lists the messages of a folder or the hits of a search, newest first, or the threads of both. */
export async function listThreads(scope: Scope, query: Query): Promise<Page> {
  if (query.include === "body") refuseManyBodies(query.limit);
  if (query.priority) await judgeInbox(scope);
  const asked = parseSearch(query.q);
  const cursor = readCursor(query.cursor, { ...query, userId: scope.user.id });
  const plan = planSearch(asked.terms, tagOf(scope.user.id));
  const searched = await findSearched(scope, asked);
  const { problem = searched.problem, notice } = explainSearch(asked, plan);
  if (problem) return { items: [], nextCursor: null, partial: false, notice: problem, ...(!cursor && { total: 0 }) };
  const isNamed = asked.view !== undefined || searched.within.length > 0;
  const within = query.folderId && !isNamed ? [[await openFolder(scope, query.folderId)]] : searched.within;
  const listed = listedOf({ scope, query, asked, within, without: searched.without });
  const find = asked.terms.length > 0 ? searchPage(listed, plan, cursor) : listPage(listed, cursor);
  const { unfollowed, ...page } = await find;
  const isLoading = !cursor && (await openFolders(scope, asked, searched, unfollowed));
  const items = query.include === "body" ? await withBodies(scope, page.items) : page.items;
  const said = notice ?? (isLoading ? "The mail of this folder is being loaded." : undefined);
  return { ...page, items, ...(said && { notice: said }) };
}

/** Syncs the folders that a list or a search names, from the first time on. True if a search names one that was not synced before. */
async function openFolders(scope: Scope, asked: SearchQuery, { within }: SearchedFolders, unfollowed: string[]) {
  for (const id of unfollowed) await followFolder(scope, id, true);
  const skipped = within.flat().filter(({ isFollowed }) => isFollowed === false);
  for (const { id } of skipped) await openFolder(scope, id);
  return isSearched(asked) && unfollowed.length + skipped.length > 0;
}

/** Asked with the page, because a transaction of its own would take a fifth as long as the page. */
async function unfollowedIn(tx: Tx, { scope, query, asked }: Listed, cursor: ListCursor | undefined) {
  const role = folderRoles.find((one) => one === (asked.view ?? query.folder));
  return role && !cursor && !query.folderId ? unfollowedOf(tx, scope, role, query.mailbox) : [];
}

const isSearched = (asked: SearchQuery) => asked.view !== undefined || asked.folders.length > 0;

type FoundPage = Page & { unfollowed: string[] };

function listPage(listed: Listed, cursor: ListCursor | undefined): Promise<FoundPage> {
  const { scope, query } = listed;
  const mark = cursor?.mark;
  if (isKept(listed)) return keptPage(listed, cursor);
  const isSearch = !isEmptySearch(listed.asked);
  return scope.tx(async (tx) => {
    const limit = query.limit + 1;
    const rows = isGrouped(listed)
      ? await listHeads(tx, listed, mark, limit)
      : await listInOrder(tx, orderOf(listed), { filters: filterOfPage(tx, listed, mark, limit), mark, limit });
    const { items, nextCursor } = cutPage(rows, listed);
    // In one round trip.
    const [summarized, count, unfollowed] = await Promise.all([
      withThreads(tx, listed, items),
      mark || isSearch ? undefined : countListed(tx, listed, mostCounted),
      unfollowedIn(tx, listed, cursor),
    ]);
    const total = isSearch && !mark ? countOf(items, nextCursor) : count;
    return { items: summarized, nextCursor, partial: false, ...(total !== undefined && { total }), unfollowed };
  });
}

async function keptPage(listed: Listed, cursor: ListCursor | undefined): Promise<FoundPage> {
  const mark = cursor?.mark;
  const readPage = isGrouped(listed) ? readKeptThreads : readKeptPage;
  const [rows, total, unfollowed] = await listed.scope.tx(
    (tx) =>
      Promise.all([
        readPage(tx, listed, mark, listed.query.limit + 1),
        mark ? undefined : countListed(tx, listed, mostCounted),
        unfollowedIn(tx, listed, cursor),
      ]),
    { keepsPlans: true, singleRead: true },
  );
  const { items, nextCursor } = cutPage(rows, listed);
  return {
    items: withoutGreetings(items),
    nextCursor,
    partial: false,
    ...(total !== undefined && { total }),
    unfollowed,
  };
}

/** A search is counted only if its first page has all hits. */
const countOf = (items: unknown[], nextCursor: string | null) => (nextCursor === null ? items.length : undefined);

async function searchPage(listed: Listed, plan: SearchPlan, cursor: ListCursor | undefined): Promise<FoundPage> {
  const { scope, asked, query, starred } = listed;
  const { mailbox, timeZone, limit } = query;
  const { mark, seen = new SeenThreads() } = cursor ?? {};
  const idsOf = (folders: { id: string }[]) => folders.map(({ id }) => id);
  const places = { within: listed.within.map(idsOf), without: idsOf(listed.without) };
  const filter = { mailbox, timeZone, folders: listed.places, places, starred };
  const isByThread = isGrouped(listed);
  const search = (from: typeof mark, most: number, skippedThreads: string[] = []) =>
    searchIds(scope, asked, plan, { ...filter, mark: from, limit: most, skippedThreads, withThreads: isByThread });
  const found = isByThread ? await searchThreads(search, { mark, seen, limit }) : await search(mark, limit);
  const { hits, partial, next } = found;
  const nextCursor = next ? writeCursor(next, cursorListOf(listed), isByThread ? seen : undefined) : null;
  const ids = hits.map(({ id }) => id);
  // In one round trip, because the app searches at every pause in typing.
  const [texts, items, unfollowed] = await scope.tx(
    (tx) =>
      Promise.all([
        textsOf(tx, scope, ids, asked.terms),
        messagesOf(tx, listed, ids),
        unfollowedIn(tx, listed, cursor),
      ]),
    { keepsPlans: true, singleRead: true },
  );
  const total = mark || partial ? undefined : countOf(items, nextCursor);
  return {
    items: await markSearch(scope, items, texts, asked.terms),
    nextCursor,
    partial,
    ...(total !== undefined && { total }),
    unfollowed,
  };
}

async function messagesOf(tx: Tx, listed: Listed, ids: string[]) {
  if (ids.length === 0) return [];
  const [items, threads] = await Promise.all([
    readKeptItems(tx, listed, ids),
    isGrouped(listed) ? summarizeThreads(tx, listed.scope, ids, listed.places) : undefined,
  ]);
  return withSummaries(withoutGreetings(items), threads);
}

const cursorListOf = ({ scope, query }: Listed) => ({ ...query, userId: scope.user.id });

function cutPage<Row extends { id: string; mark: string }>(rows: Row[], listed: Listed) {
  const { limit } = listed.query;
  const items = rows.slice(0, limit).map(({ mark: _, ...item }) => item);
  const last = rows[limit - 1];
  const hasMore = rows.length > limit && last;
  return { items, nextCursor: hasMore ? writeCursor({ date: last.mark, id: last.id }, cursorListOf(listed)) : null };
}

/** A list with more messages is not counted, because that would be slow. */
const mostCounted = 1_000;

const withoutGreetings = <Item extends { snippet: string }>(items: Item[]): Item[] =>
  items.map((item) => ({ ...item, snippet: withoutGreeting(item.snippet) }));

/** Adds the size of its thread to each item, and if threads are listed, what the row shows of it. */
async function withThreads<Item extends { id: string; threadId: string; snippet: string }>(
  tx: Tx,
  listed: Listed,
  items: Item[],
) {
  const { scope, places } = listed;
  const shown = withoutGreetings(items);
  if (!isGrouped(listed)) {
    const sizes = await readThreadSizes(tx, scope, [...new Set(items.map(({ threadId }) => threadId))], places);
    return shown.map((item) => ({ ...item, threadSize: sizes.get(item.threadId) ?? 1 }));
  }
  const ids = items.map(({ id }) => id);
  const threads = await summarizeThreads(tx, scope, ids, places);
  return withSummaries(
    shown.map((item) => ({ ...item, threadSize: 1 })),
    threads,
  );
}

const withSummaries = <Item extends { threadId: string; threadSize: number }>(
  items: Item[],
  threads: Map<string, ThreadSummary> | undefined,
) =>
  items.map((item) => {
    const thread = threads?.get(item.threadId);
    return thread ? { ...item, threadSize: thread.size, thread } : item;
  });
