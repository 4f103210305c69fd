import { keepStatement, runKept } from "#db/kept-statement.ts";
import { and, eq, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import type { SearchHit, SearchPage } from "#features/search/search.ts";
import type { SeenThreads } from "./list-cursor.ts";

/** How often a page is searched on for threads that it does not have yet. A page that is not full then has a cursor. */
const maxRounds = 6;
/** So many hits for each thread of a page are read first: most threads have few, and a second round costs as much as the first. */
const hitsPerThread = 2;
/** Later rounds read more hits. */
const laterHits = 200;
/** A thread with more hits than this in one round is left out of later rounds: it can have thousands. */
const hitsOfLong = 10;

/** Reads a page of hits of which each is the newest of its thread. Adds their threads to `seen`. */
export async function searchThreads(
  scope: Scope,
  search: (mark: SearchHit | undefined, limit: number, skippedThreads: string[]) => Promise<SearchPage>,
  { mark, seen, limit }: { mark: SearchHit | undefined; seen: SeenThreads; limit: number },
): Promise<SearchPage> {
  const heads: SearchHit[] = [];
  let isPartial = false;
  const skipped = new Set<string>();
  let from = mark;
  for (let round = 0; round < maxRounds; round++) {
    const page = await search(from, round === 0 ? limit * hitsPerThread : laterHits, [...skipped]);
    isPartial ||= page.partial;
    const threads = await threadsOf(scope, page.hits);
    for (const hit of page.hits) {
      const thread = threads.get(hit.id);
      // A hit that was deleted meanwhile has no thread.
      if (thread === undefined || seen.has(thread)) continue;
      if (heads.length === limit) return { hits: heads, next: heads.at(-1), partial: isPartial };
      seen.add(thread);
      heads.push(hit);
    }
    for (const [thread, hits] of Map.groupBy(threads.values(), (thread) => thread))
      if (hits.length > hitsOfLong) skipped.add(thread);
    if (!page.next) return { hits: heads, next: undefined, partial: isPartial };
    from = page.next;
  }
  return { hits: heads, next: from, partial: isPartial };
}

async function threadsOf({ tenantId, tx: transact, once }: Scope, hits: SearchHit[]): Promise<Map<string, string>> {
  if (hits.length === 0) return new Map();
  const values = { tenantId, ids: hits.map(({ id }) => id) };
  const options = { keepsPlans: true, singleRead: true };
  const rows = await transact((tx) => runKept(tx, once(threadsStatement), values), options);
  return new Map(rows.map(({ id, threadId }) => [id, threadId]));
}

const threadsStatement = () =>
  keepStatement<{ id: string; threadId: string }>("threads-of-hits", ["id", "threadId"], (select, value) =>
    select
      .select({ id: messages.id, threadId: messages.threadId })
      .from(messages)
      .where(and(eq(messages.tenantId, value("tenantId")), sql`${messages.id} = any (${value("ids")}::uuid[])`)),
  );
