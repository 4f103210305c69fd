import { expect, test } from "vitest";
import { leftToLoad } from "./history.ts";

const now = new Date("2026-11-19T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);
const config = { historyDays: 365 } as const;
const row = {
  ...{ cursor: "x", hasOlder: true, remaining: 100, isHistoryDone: false, historyDays: 0 as number | null },
  ...{ olderCount: 5_000 as number | null, historyBackTo: daysAgo(50) as Date | null, messageCount: 1_000 },
};
const left = (changes: Partial<typeof row> = {}) => leftToLoad({ ...row, ...changes }, config, now);

test("of all mail, what the server has is left, or nobody knows [SYN-08]", () => {
  expect(left()).toBe(5_100);
  expect(left({ olderCount: null })).toBeNull();
  expect(left({ olderCount: 0, hasOlder: false })).toBe(100);
});

test("up to a day, the mail that is here says how much is left, and the server the most [SYN-08]", () => {
  // 1,000 messages in 50 days, so 20 a day for 40 more days.
  expect(left({ historyDays: 90 })).toBe(800);
  expect(left({ historyDays: 90, olderCount: 300 })).toBe(400);
  expect(left({ historyDays: 90, olderCount: null })).toBe(800);
  // The installation's default: 315 more days.
  expect(left({ historyDays: null, olderCount: null })).toBe(6_300);
  // At least what is chosen already.
  expect(left({ historyDays: 51 })).toBe(100);
  expect(left({ historyDays: 30 })).toBe(100);
  expect(left({ historyDays: 90, historyBackTo: null })).toBe(5_100);
  expect(left({ historyDays: 90, historyBackTo: null, olderCount: null })).toBeNull();
});

test("nothing older is left if it is not loaded by itself [SYN-08]", () => {
  expect(left({ isHistoryDone: true, remaining: 0 })).toBe(0);
  expect(leftToLoad({ ...row, historyDays: null, remaining: 3 }, { historyDays: "off" }, now)).toBe(3);
});
