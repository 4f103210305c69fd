/** How lists of messages in memory change: new mail on top, a message marked, a message gone. No calls here. */
import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { inbox, ThreadItem } from "@intellibox/contract/endpoints/inbox";

export type ThreadPage = ResponseOf<typeof inbox.threads>;

/**
 * The newest page laid over what is loaded already: however far one has scrolled, asking again costs one page. What the
 * page no longer names within its own span is gone; what lies beyond it stays as it was.
 */
export function layNewest(loaded: ThreadPage | undefined, fresh: ThreadPage): ThreadPage {
  if (!loaded || fresh.nextCursor === null) return fresh;
  const last = fresh.items.at(-1);
  const ids = new Set(fresh.items.map(({ id }) => id));
  // More than a page has come since: between the two lies mail that is not known.
  if (!last || !loaded.items.some(({ id }) => ids.has(id))) return fresh;
  const at = loaded.items.findIndex(({ id }) => id === last.id);
  const rest =
    at >= 0
      ? loaded.items.slice(at + 1).filter(({ id }) => !ids.has(id))
      : loaded.items.filter(({ id, date }) => date < last.date && !ids.has(id));
  if (rest.length === 0) return fresh;
  return { ...fresh, items: [...fresh.items, ...rest], nextCursor: loaded.nextCursor };
}

/** The next page below what is loaded; one that was asked for twice, or for another list, changes nothing. */
export function layBelow(loaded: ThreadPage, cursor: string, page: ThreadPage): ThreadPage {
  if (loaded.nextCursor !== cursor) return loaded;
  const ids = new Set(loaded.items.map(({ id }) => id));
  const items = [...loaded.items, ...page.items.filter(({ id }) => !ids.has(id))];
  return { ...loaded, items, nextCursor: page.nextCursor, partial: loaded.partial || page.partial };
}

export function markIn(page: ThreadPage, ids: ReadonlySet<string>, unread: boolean): ThreadPage {
  if (!page.items.some((item) => ids.has(item.id) && item.unread !== unread)) return page;
  return { ...page, items: page.items.map((item) => (ids.has(item.id) ? { ...item, unread } : item)) };
}

export function takeFrom(page: ThreadPage, ids: ReadonlySet<string>): ThreadPage {
  const items = page.items.filter(({ id }) => !ids.has(id));
  const taken = page.items.length - items.length;
  if (taken === 0) return page;
  return { ...page, items, ...(page.total !== undefined && { total: page.total - taken }) };
}

/** Puts messages back where they stood: newest first. */
export function putBack(page: ThreadPage, gone: readonly ThreadItem[]): ThreadPage {
  const there = new Set(page.items.map(({ id }) => id));
  const missing = gone.filter(({ id }) => !there.has(id));
  if (missing.length === 0) return page;
  const items = [...page.items, ...missing].sort(
    (a, b) => b.date.getTime() - a.date.getTime() || (a.id < b.id ? 1 : -1),
  );
  return { ...page, items, ...(page.total !== undefined && { total: page.total + missing.length }) };
}
