import { expect, test } from "vitest";
import { z } from "zod";
import { periodBounds, periodShape } from "./period.ts";

test("a day is included from its first millisecond to its last", () => {
  expect(periodBounds({ start: "2026-03-01", end: "2026-03-31" })).toEqual({
    from: new Date("2026-03-01T00:00:00Z"),
    before: new Date("2026-04-01T00:00:00Z"),
  });
});

test("an exact time is included, in any time zone", () => {
  expect(periodBounds({ start: "2026-03-01T05:30:00+05:30", end: "2026-03-01T00:00:00.500Z" })).toEqual({
    from: new Date("2026-03-01T00:00:00Z"),
    before: new Date("2026-03-01T00:00:00.501Z"),
  });
});

test("an absent bound does not limit the period", () => {
  expect(periodBounds({})).toEqual({ from: undefined, before: undefined });
});

test("the last day that can be written has an end that PostgreSQL reads", () => {
  expect(periodBounds({ end: "9999-12-31" }).before).toEqual(new Date("9999-12-31T23:59:59.999Z"));
});

test.each([
  "0000-01-01",
  "9999-12-31T23:59:59-14:00",
  "yesterday",
  "2026-02-30",
  "2026-13-01",
  "1' or 1=1",
  "",
  "2026-03-01T10:00",
])("%j is not a date", (start) => {
  expect(z.object(periodShape).safeParse({ start }).success).toBe(false);
});
