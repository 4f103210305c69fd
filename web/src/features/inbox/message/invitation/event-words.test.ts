import type { Repetition } from "@intellibox/contract/endpoints/invitations";
import { expect, test } from "vitest";
import { dateTime } from "#lib/format.ts";
import { givenText, repeatsText, whenText } from "./event-words.ts";

const day = (value: string) => ({ kind: "day" as const, value, zone: null });
const clock = (value: string, zone: string | null = null) => ({ kind: "clock" as const, value, zone });
const moment = (value: string) => ({ kind: "moment" as const, value, zone: null });
/** ICU puts spaces of several widths around dashes. */
const plain = (text: string) => text.replaceAll(/[\s\u2009\u202f]+/g, " ");

test("days, times and times of an unknown zone are said in words [INV-02]", () => {
  expect(whenText({ start: null, end: null })).toBe("");
  expect(whenText({ start: day("2026-11-20"), end: null })).toMatch(/^Friday,? 20 November 2026, all day$/);
  expect(plain(whenText({ start: day("2026-11-20"), end: day("2026-11-22") }))).toMatch(
    /Friday,? 20 .*Sunday,? 22 November 2026$/,
  );
  expect(plain(whenText({ start: clock("2026-11-20T17:00:00"), end: clock("2026-11-20T18:30:00") }))).toMatch(
    /20 November 2026.* 5:00.* 6:30 pm$/i,
  );
  expect(whenText({ start: clock("2026-11-20T17:00:00", "Moon Base"), end: null })).toMatch(/\(Moon Base\)$/);
});

test("a moment is shown in the reader's time zone, with its name [INV-02]", () => {
  const start = moment("2026-11-20T11:30:00.000Z");
  const expected = new Intl.DateTimeFormat("en-IN", { hour: "numeric", minute: "2-digit" }).format(
    new Date(start.value),
  );
  expect(plain(whenText({ start, end: null }))).toContain(plain(expected));
});

const rule: Repetition = { every: "week", interval: 1, days: [], monthDays: [], count: null, until: null };

test.each([
  [{}, "Every week"],
  [{ every: "day", interval: 3, count: 1 }, "Every 3 days, 1 time"],
  [
    {
      interval: 2,
      days: [
        { day: "MO", position: 0 },
        { day: "WE", position: 0 },
      ],
      count: 10,
    },
    "Every 2 weeks (Monday, Wednesday), 10 times",
  ],
  [{ every: "month", days: [{ day: "FR", position: -1 }] }, "Every month (last Friday)"],
  [{ every: "month", monthDays: [15] }, "Every month (day 15)"],
  [{ every: "year", until: day("2030-01-02") }, "Every year, until 2 Jan 2030"],
  [{ every: "month", days: [{ day: "FR", position: -3 }] }, "Repeats"],
  [{ every: "other" }, "Repeats"],
] as [Partial<Repetition>, string][])("the rule %j is said as %s [INV-02]", (changes, words) => {
  expect(repeatsText({ ...rule, ...changes })).toBe(words);
});

test("the given answer says when, and to which version [INV-06]", () => {
  const answeredAt = new Date("2026-11-18T10:00:00Z");
  const given = { answer: "accepted", answeredAt, state: "sent", isEarlier: false } as const;
  expect(givenText(given)).toBe(`You accepted on ${dateTime(answeredAt)}.`);
  expect(givenText({ ...given, isEarlier: true })).toContain("earlier version");
  expect(givenText({ ...given, state: "failed" })).toBe("Your answer could not be sent. Please give it again.");
});
