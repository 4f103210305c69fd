import { expect, test } from "vitest";
import { lastDays, lastMonths, mergeBuckets, slicesOf } from "./periods.ts";

const now = new Date("2026-11-15T20:00:00Z");

test("a day begins at midnight of the reader's time zone", () => {
  expect(lastDays(2, { now, timeZone: "UTC" }).map(({ name }) => name)).toEqual(["2026-11-14", "2026-11-15"]);
  expect(lastDays(2, { now, timeZone: "Asia/Kolkata" })).toEqual([
    { name: "2026-11-15", starts: new Date("2026-11-14T18:30:00Z"), ends: new Date("2026-11-15T18:30:00Z") },
    { name: "2026-11-16", starts: new Date("2026-11-15T18:30:00Z"), ends: new Date("2026-11-16T18:30:00Z") },
  ]);
});

test("days around a change of the clock follow each other without a gap", () => {
  const days = lastDays(40, { now: new Date("2026-11-15T12:00:00Z"), timeZone: "America/New_York" });
  for (const [index, day] of days.entries()) if (index > 0) expect(day.starts).toEqual(days[index - 1]?.ends);
  const lengths = new Set(days.map(({ starts, ends }) => (ends.getTime() - starts.getTime()) / 3_600_000));
  expect([...lengths].sort()).toEqual([24, 25]);
});

test("an unknown time zone counts as UTC", () => {
  expect(lastDays(1, { now, timeZone: "Mars/Olympus" })).toEqual(lastDays(1, { now, timeZone: "UTC" }));
});

test("months go back into the previous year", () => {
  const months = lastMonths(3, { now: new Date("2026-01-31T23:59:59Z"), timeZone: "UTC" });
  expect(months.map(({ name }) => name)).toEqual(["2025-11", "2025-12", "2026-01"]);
  expect(months.at(-1)?.ends).toEqual(new Date("2026-02-01T00:00:00Z"));
});

test.each(["UTC", "Asia/Kolkata", "Asia/Kathmandu", "America/New_York"])(
  "slices cover a bucket exactly, with whole UTC days as days (%s)",
  (timeZone) => {
    const days = lastDays(30, { now, timeZone });
    for (const bucket of [...days, mergeBuckets("all", days), ...lastMonths(6, { now, timeZone })]) {
      const slices = slicesOf(bucket);
      expect(slices[0]?.starts).toEqual(bucket.starts);
      expect(slices.at(-1)?.ends).toEqual(bucket.ends);
      for (const [index, { starts, ends, span }] of slices.entries()) {
        expect(starts.getTime()).toBeLessThan(ends.getTime());
        if (index > 0) expect(starts).toEqual(slices[index - 1]?.ends);
        if (span === "day") expect([starts.getTime() % 86_400_000, ends.getTime() % 86_400_000]).toEqual([0, 0]);
        else expect(ends.getTime() - starts.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      }
    }
  },
);
