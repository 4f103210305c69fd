import type { SearchHit, SearchPage } from "#features/search/search.ts";
import type { SeenThreads } from "./list-cursor.ts";

/** How often a page is searched on for threads that it does not have yet. A page that is not full then has a cursor. */
const maxRounds = 6;
/** So many hits for each thread of a page are read first: most threads have few, and a second round costs as much as the first. */
const hitsPerThread = 1.6;
/** Later rounds read more hits. */
const laterHits = 200;
/** A thread with more hits than this in one round is left out of later rounds: it can have thousands. */
const hitsOfLong = 10;

/** Reads a page of hits of which each is the newest of its thread. Adds their threads to `seen`. */
export async function searchThreads(
  search: (mark: SearchHit | undefined, limit: number, skippedThreads: string[]) => Promise<SearchPage>,
  { mark, seen, limit }: { mark: SearchHit | undefined; seen: SeenThreads; limit: number },
): Promise<SearchPage> {
  const heads: SearchHit[] = [];
  let isPartial = false;
  const skipped = new Set<string>();
  let from = mark;
  for (let round = 0; round < maxRounds; round++) {
    const page = await search(from, round === 0 ? Math.ceil(limit * hitsPerThread) : laterHits, [...skipped]);
    isPartial ||= page.partial;
    for (const hit of page.hits) {
      if (!hit.threadId || seen.has(hit.threadId)) continue;
      if (heads.length === limit) return { hits: heads, next: heads.at(-1), partial: isPartial };
      seen.add(hit.threadId);
      heads.push(hit);
    }
    for (const [thread, hits] of Map.groupBy(page.hits, ({ threadId }) => threadId))
      if (thread && hits.length > hitsOfLong) skipped.add(thread);
    if (!page.next) return { hits: heads, next: undefined, partial: isPartial };
    from = page.next;
  }
  return { hits: heads, next: from, partial: isPartial };
}
