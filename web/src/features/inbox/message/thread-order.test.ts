import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { expect, test } from "vitest";
import { aroundMessage, foldedCount, newestUnread } from "./thread-order.ts";

/** Message n was sent n minutes after midnight. */
const one = (n: number, unread = false, folder = "inbox") => ({
  id: `m${n}`,
  date: new Date(n * 60_000),
  unread,
  folder,
});
const opened = (n: number, thread: ReturnType<typeof one>[]) => ({ ...one(n), thread }) as unknown as MailMessage;
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test("the messages of a thread stand in the order of time around the open one", () => {
  const { earlier, later } = aroundMessage(opened(3, [one(5), one(1), one(4), one(2)]));
  expect([ids(earlier), ids(later)]).toEqual([
    ["m1", "m2"],
    ["m4", "m5"],
  ]);
});

test("the newest unread message after the open one is opened too, but none of one's own", () => {
  expect(newestUnread(opened(1, [one(2, true), one(3, true), one(4)]))?.id).toBe("m3");
  expect(newestUnread(opened(9, [one(1, true), one(10, true, "sent")]))).toBeUndefined();
});

test("more than five earlier messages are folded, all but the first and the last", () => {
  expect([5, 6, 40].map((length) => foldedCount(Array.from({ length })))).toEqual([0, 4, 38]);
});
