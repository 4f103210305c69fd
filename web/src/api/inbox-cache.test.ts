import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { expect, test } from "vitest";
import { asRows, layBelow, layNewest, markIn, putBack, type ThreadPage } from "./inbox-cache.ts";

/** Message n came n minutes after midnight: higher numbers are newer. */
const item = (n: number, unread = false) => ({ id: `m${n}`, date: new Date(n * 60_000), unread }) as ThreadItem;
const page = (numbers: number[], nextCursor: string | null = null, total?: number): ThreadPage => ({
  items: numbers.map((n) => item(n)),
  nextCursor,
  partial: false,
  ...(total !== undefined && { total }),
});
const ids = ({ items }: ThreadPage) => items.map(({ id }) => Number(id.slice(1)));

test("new mail is added on top, and the pages below stay", () => {
  const merged = layNewest(page([8, 7, 6, 5, 4, 3], "after 3"), page([9, 8, 7, 6], "after 6"));
  expect(ids(merged)).toEqual([9, 8, 7, 6, 5, 4, 3]);
  expect(merged.nextCursor).toBe("after 3");
});

test("a message that is missing in the newest page is removed", () => {
  const merged = layNewest(page([8, 7, 6, 5, 4], "after 4"), page([8, 6, 5], "after 5"));
  expect(ids(merged)).toEqual([8, 6, 5, 4]);
});

test("if more than a page of new mail came, the list restarts rather than having a gap", () => {
  const merged = layNewest(page([3, 2, 1], "after 1"), page([9, 8, 7], "after 7"));
  expect(ids(merged)).toEqual([9, 8, 7]);
  expect(merged.nextCursor).toBe("after 7");
});

test("the newest page may end with a message that was not loaded before", () => {
  const merged = layNewest(page([9, 8, 6, 4, 3], "after 3"), page([9, 8, 5], "after 5"));
  expect(ids(merged)).toEqual([9, 8, 5, 4, 3]);
});

test("a newest page that is the whole list replaces the loaded one", () => {
  expect(ids(layNewest(page([3, 2, 1]), page([2])))).toEqual([2]);
});

test("the next page is added once, and only to the list that it was fetched for", () => {
  const loaded = page([9, 8], "after 8");
  const once = layBelow(loaded, "after 8", page([8, 7, 6], "after 6"));
  expect(ids(once)).toEqual([9, 8, 7, 6]);
  expect(layBelow(once, "after 8", page([7, 6], "after 6"))).toBe(once);
});

test("marking changes only the named messages, and keeps the list if nothing changes", () => {
  const list = page([3, 2, 1]);
  const marked = markIn(list, new Set(["m2"]), true);
  expect(marked.items.map(({ unread }) => unread)).toEqual([false, true, false]);
  expect(marked.items[0]).toBe(list.items[0]);
  expect(markIn(list, new Set(["m2"]), false)).toBe(list);
});

test("removed messages are put back at their position", () => {
  const again = putBack(page([5, 3], "after 2", 38), [item(4), item(2)]);
  expect(ids(again)).toEqual([5, 4, 3, 2]);
  expect(again.total).toBe(40);
  expect(putBack(again, [item(4)])).toBe(again);
});

test("messages are put back where lists have them: after a snooze by that time, snoozed ones by when they come back", () => {
  const woken = { ...item(1), wokenAt: new Date(7.5 * 60_000) };
  expect(ids(putBack({ ...page([8, 7]), items: [item(8), item(7)] }, [woken]))).toEqual([8, 1, 7]);
  const until = (n: number, minute: number) => ({ ...item(n), snoozedUntil: new Date(minute * 60_000) });
  expect(ids(putBack({ ...page([]), items: [until(5, 20), until(4, 40)] }, [until(9, 30)]))).toEqual([5, 9, 4]);
});

const threadRow = (n: number, threadId: string, unread = 0) =>
  ({ ...item(n), threadId, thread: { size: 2, unread, starred: true, hasAttachment: true } }) as unknown as ThreadItem;
const threadPage = (items: ThreadItem[], nextCursor: string | null = null): ThreadPage => ({
  ...{ items, nextCursor, partial: false },
});

test("a thread that gets new mail moves up and is listed once", () => {
  const loaded = threadPage([threadRow(5, "a"), threadRow(4, "b"), threadRow(3, "c"), threadRow(2, "d")], "after 2");
  const fresh = threadPage([threadRow(9, "c"), threadRow(5, "a")], "after 5");
  expect(ids(layNewest(loaded, fresh))).toEqual([9, 5, 4, 2]);
  expect(ids(layBelow(loaded, "after 2", threadPage([threadRow(1, "b"), threadRow(0, "e")])))).toEqual([5, 4, 3, 2, 0]);
  expect(ids(putBack(fresh, [threadRow(3, "c")]))).toEqual([9, 5]);
});

test("a row has the marks of its whole thread", () => {
  const [row] = asRows(threadPage([threadRow(1, "a", 1)])).items;
  expect(row).toMatchObject({ unread: true, starred: true, hasAttachment: true });
});
