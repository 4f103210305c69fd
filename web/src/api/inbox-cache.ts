/** Pure functions that change cached lists of messages. */
import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { inbox, ThreadItem } from "@intellibox/contract/endpoints/inbox";

export type ThreadPage = ResponseOf<typeof inbox.threads>;

/** The same for two rows of one thread, if the rows are threads. */
const keyOf = ({ id, threadId, thread }: ThreadItem) => (thread ? threadId : id);

/** The rows as the list shows them: what a thread has counts for its row. */
export const asRows = (page: ThreadPage): ThreadPage => ({
  ...page,
  items: page.items.map((item) =>
    item.thread
      ? {
          ...item,
          unread: item.thread.unread > 0,
          starred: item.thread.starred,
          hasAttachment: item.thread.hasAttachment,
        }
      : item,
  ),
});

/**
 * Merges the newest page into the loaded list, so that a refetch costs one page however far the user has scrolled. Messages
 * within the page's span that it no longer lists are removed; those below stay.
 */
export function layNewest(loaded: ThreadPage | undefined, fresh: ThreadPage): ThreadPage {
  if (!loaded || fresh.nextCursor === null) return fresh;
  const last = fresh.items.at(-1);
  const keys = new Set(fresh.items.map(keyOf));
  // More than a page of new mail came: a merged list would have a gap.
  if (!last || !loaded.items.some((item) => keys.has(keyOf(item)))) return fresh;
  const at = loaded.items.findIndex(({ id }) => id === last.id);
  const rest =
    at >= 0
      ? loaded.items.slice(at + 1).filter((item) => !keys.has(keyOf(item)))
      : loaded.items.filter((item) => byPosition(last, item) < 0 && !keys.has(keyOf(item)));
  if (rest.length === 0) return fresh;
  return { ...fresh, items: [...fresh.items, ...rest], nextCursor: loaded.nextCursor };
}

/** Appends the next page. A page for another cursor (fetched twice, or for a replaced list) changes nothing. */
export function layBelow(loaded: ThreadPage, cursor: string, page: ThreadPage): ThreadPage {
  if (loaded.nextCursor !== cursor) return loaded;
  const keys = new Set(loaded.items.map(keyOf));
  const items = [...loaded.items, ...page.items.filter((item) => !keys.has(keyOf(item)))];
  return { ...loaded, items, nextCursor: page.nextCursor, partial: loaded.partial || page.partial };
}

export function markIn(page: ThreadPage, ids: ReadonlySet<string>, unread: boolean): ThreadPage {
  if (!page.items.some((item) => ids.has(item.id) && item.unread !== unread)) return page;
  return { ...page, items: page.items.map((item) => (ids.has(item.id) ? { ...item, unread } : item)) };
}

/** Orders messages as lists do: newest first, one that came back from a snooze by that time; snoozed ones by when they come back. */
function byPosition(a: ThreadItem, b: ThreadItem) {
  if (a.snoozedUntil && b.snoozedUntil)
    return a.snoozedUntil.getTime() - b.snoozedUntil.getTime() || (a.id < b.id ? -1 : 1);
  const time = ({ wokenAt, date }: ThreadItem) => (wokenAt ?? date).getTime();
  return time(b) - time(a) || (a.id < b.id ? 1 : -1);
}

/** Puts removed messages back in their order. */
export function putBack(page: ThreadPage, gone: readonly ThreadItem[]): ThreadPage {
  const listed = new Set(page.items.map(keyOf));
  const missing = gone.filter((item) => !listed.has(keyOf(item)));
  if (missing.length === 0) return page;
  const items = [...page.items, ...missing].sort(byPosition);
  return { ...page, items, ...(page.total !== undefined && { total: page.total + missing.length }) };
}
