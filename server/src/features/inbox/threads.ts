import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { inbox } from "@intellibox/contract/endpoints/inbox";
import { readableFolders } from "@intellibox/contract/rules/folders";
import { isEmptySearch, parseSearch } from "@intellibox/contract/rules/search-query";
import { z } from "zod";
import { tagOf } from "#lib/tokenize.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, inArray, isNull, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { openDrafts, openFolder } from "#features/folders/folders.ts";
import { explainSearch, planSearch, type SearchPlan } from "#features/search/build-tsquery.ts";
import { markSearch, textsOf } from "#features/search/mark-search.ts";
import { type SearchHit, searchIds } from "#features/search/search.ts";
import { itemColumns, ofSameMailbox } from "./item-columns.ts";
import { refuseManyBodies, withBodies } from "./list-bodies.ts";
import { listInOrder } from "./list-in-order.ts";
import { filterOfPage, type Listed, type ListQuery, listedOf, newestIds, orderOf } from "./list-messages.ts";
import { findSearched } from "./searched-folders.ts";

type Query = ListQuery;
type Page = ResponseOf<typeof inbox.threads>;

/** Lists the messages of a folder or the hits of a search, newest first. */
export async function listThreads(scope: Scope, query: Query): Promise<Page> {
  if (query.include === "body") refuseManyBodies(query.limit);
  const asked = parseSearch(query.q);
  const mark = readCursor(query.cursor);
  const plan = planSearch(asked.terms, tagOf(scope.user.id));
  const searched = await findSearched(scope, asked);
  const { problem = searched.problem, notice } = explainSearch(asked, plan);
  if (problem) return { items: [], nextCursor: null, partial: false, notice: problem, ...(!mark && { total: 0 }) };
  if (query.folder === "drafts" && !query.folderId && !mark) await openDrafts(scope);
  const isNamed = asked.view !== undefined || searched.within.length > 0;
  const within = query.folderId && !isNamed ? [[await openFolder(scope, query.folderId)]] : searched.within;
  const listed = listedOf({ scope, query, asked, within, without: searched.without });
  const page = asked.terms.length > 0 ? await searchPage(listed, plan, mark) : await listPage(listed, mark);
  const items = query.include === "body" ? await withBodies(scope, page.items) : page.items;
  return { ...page, items, ...(notice && { notice }) };
}

function listPage(listed: Listed, mark: SearchHit | undefined): Promise<Page> {
  const { scope, query } = listed;
  const isSearch = !isEmptySearch(listed.asked);
  return scope.tx(async (tx) => {
    const limit = query.limit + 1;
    const filters = filterOfPage(tx, listed, mark, limit);
    const rows = await listInOrder(tx, orderOf(listed), { filters, mark, limit });
    const { items, nextCursor } = cutPage(rows, query.limit);
    const total = mark ? undefined : isSearch ? countOf(items, nextCursor) : await countSome(tx, listed);
    return {
      items: await withThreadSizes(tx, scope, items),
      nextCursor,
      partial: false,
      ...(total !== undefined && { total }),
    };
  });
}

/** A search is counted only if its first page has all hits. */
const countOf = (items: unknown[], nextCursor: string | null) => (nextCursor === null ? items.length : undefined);

async function searchPage(listed: Listed, plan: SearchPlan, mark: SearchHit | undefined): Promise<Page> {
  const { scope, asked, query, starred } = listed;
  const { mailbox, timeZone, limit } = query;
  const idsOf = (folders: { id: string }[]) => folders.map(({ id }) => id);
  const places = { within: listed.within.map(idsOf), without: idsOf(listed.without) };
  const filter = { mailbox, timeZone, folders: listed.places, places, starred, limit, mark };
  const { hits, partial, next } = await searchIds(scope, asked, plan, filter);
  const nextCursor = next ? writeCursor(next) : null;
  const ids = hits.map(({ id }) => id);
  // Both queries in one round trip, because the app searches at every pause in typing.
  const [texts, items] = await scope.tx((tx) =>
    Promise.all([textsOf(tx, scope, ids, asked.terms), itemsOf(tx, scope, ids)]),
  );
  const total = mark || partial ? undefined : countOf(items, nextCursor);
  return {
    items: await markSearch(scope, items, texts, asked.terms),
    nextCursor,
    partial,
    ...(total !== undefined && { total }),
  };
}

async function itemsOf(tx: Tx, scope: Scope, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await tx
    .select(itemColumns)
    .from(messages)
    .innerJoin(mailboxes, ofSameMailbox)
    .where(and(eq(messages.tenantId, scope.tenantId), sql`${messages.id} = any (${sql.param(ids)}::uuid[])`))
    .orderBy(desc(messages.date), desc(messages.id));
  return withThreadSizes(tx, scope, rows);
}

const cursorSchema = z.tuple([z.string().regex(/^\d{1,6}-\d\d-\d\d[ \d:.+-]{8,40}(?: BC)?$/), z.uuid()]);

/** An invalid cursor restarts at the first page. */
function readCursor(text: string | undefined): SearchHit | undefined {
  if (!text) return undefined;
  try {
    const [date, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { date, id };
  } catch {
    return undefined;
  }
}

const writeCursor = ({ date, id }: SearchHit) => Buffer.from(JSON.stringify([date, id])).toString("base64url");

function cutPage<Row extends { id: string; mark: string }>(rows: Row[], limit: number) {
  const items = rows.slice(0, limit).map(({ mark: _, ...item }) => item);
  const last = rows[limit - 1];
  return { items, nextCursor: rows.length > limit && last ? writeCursor({ date: last.mark, id: last.id }) : null };
}

const mostCounted = 1_000;

/** Counts the messages of the list; undefined if there are more than `mostCounted`, because counting them would be slow. */
async function countSome(tx: Tx, listed: Listed): Promise<number | undefined> {
  if ((await storedCount(tx, listed)) > mostCounted) return undefined;
  const { rows } = await tx.execute<{ count: number }>(
    sql`select cardinality(array(${newestIds(tx, listed, undefined, mostCounted + 1)})) as count`,
  );
  const count = rows[0]?.count ?? 0;
  return count <= mostCounted ? count : undefined;
}

/** About how many messages a folder, or all mail, has, by the counts that triggers keep. 0 for other lists. */
async function storedCount(tx: Tx, { scope, query, within }: Listed): Promise<number> {
  const [folder] = within.flat();
  if (folder) return within.flat().length === 1 ? (folder.messageCount ?? 0) : 0;
  if (query.folder !== "all") return 0;
  const ofUser = and(eq(mailboxes.tenantId, scope.tenantId), eq(mailboxes.userId, scope.user.id));
  const ofMailbox = query.mailbox ? eq(mailboxes.id, query.mailbox) : undefined;
  const rows = await tx.select({ count: mailboxes.messageCount }).from(mailboxes).where(and(ofUser, ofMailbox));
  return rows.reduce((sum, { count }) => sum + count, 0);
}

async function withThreadSizes<Item extends { threadId: string }>(
  tx: Tx,
  { tenantId, user }: Scope,
  items: Item[],
): Promise<(Item & { threadSize: number })[]> {
  if (items.length === 0) return [];
  const threads = [...new Set(items.map(({ threadId }) => threadId))];
  const rows = await tx
    .select({ threadId: messages.threadId, count: sql<number>`count(*)::int` })
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, tenantId),
        eq(messages.userId, user.id),
        inArray(messages.threadId, threads),
        inArray(messages.folder, [...readableFolders]),
        isNull(messages.removeAt),
      ),
    )
    .groupBy(messages.threadId);
  const sizes = new Map(rows.map(({ threadId, count }) => [threadId, count]));
  return items.map((item) => ({ ...item, threadSize: Math.max(1, sizes.get(item.threadId) ?? 1) }));
}
