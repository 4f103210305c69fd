import { expect, test } from "vitest";
import { momentOf, offsetMinutes, statedOffset, wallText, wallTime } from "./wall-time.ts";

test.each([
  ["2026-11-20T17:00", "Asia/Kolkata", "2026-11-20T11:30:00.000Z"],
  ["2026-11-20T17:00:30", "Europe/Berlin", "2026-11-20T16:00:30.000Z"],
  ["2026-11-20", "America/New_York", "2026-11-20T05:00:00.000Z"],
  // Summer time begins on this day; afterwards the offset is two hours.
  ["2026-03-29T09:00", "Europe/Berlin", "2026-03-29T07:00:00.000Z"],
  ["2026-03-29T01:30", "Europe/Berlin", "2026-03-29T00:30:00.000Z"],
  // Skipped: clocks go from 2:00 to 3:00, on Lord Howe from 2:00 to 2:30.
  ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  ["2026-03-08T02:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
  ["2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
  // Twice: the first of the two.
  ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
  ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
  ["2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"],
  ["2026-09-27T08:00", "Pacific/Chatham", "2026-09-26T18:15:00.000Z"],
  ["2026-11-20T17:00:00Z", "Asia/Kolkata", "2026-11-20T17:00:00.000Z"],
  ["2026-11-20T17:00:00+02:00", "Asia/Kolkata", "2026-11-20T15:00:00.000Z"],
])("%s in %s is %s", (text, zone, moment) => {
  expect(momentOf(text, zone)?.toISOString()).toBe(moment);
});

test.each([
  "",
  null,
  undefined,
  "tomorrow",
  "20-11-2026",
  "5",
  "Nov 20, 2026",
  "2026",
  "2026-13-40T00:00",
  "2026-11-20T99:00",
])("%j is not a date", (text) => {
  expect(momentOf(text, "UTC")).toBeNull();
});

test("an instant is shown in the time zone of its reader", () => {
  const moment = new Date("2026-12-31T19:00:00Z");
  expect(wallText(moment, "Asia/Kolkata")).toBe("2027-01-01 00:30");
  expect(wallText(moment, "America/Los_Angeles")).toBe("2026-12-31 11:00");
  expect(wallTime(moment, "Pacific/Auckland")).toMatchObject({ year: 2027, month: 1, day: 1, hour: 8 });
  expect(offsetMinutes(moment, "Asia/Kathmandu")).toBe(345);
});

test("an unknown time zone counts as UTC", () => {
  for (const zone of ["", "Mars/Olympus", "'; drop table users; --", "__proto__"])
    expect(wallText(new Date("2026-11-20T17:00:00Z"), zone)).toBe("2026-11-20 17:00");
});

test("an offset other than UTC counts as stated", () => {
  expect(statedOffset("2026-11-20T17:00:00+05:30")).toBe(330);
  expect(statedOffset("2026-11-20T17:00:00-0800")).toBe(-480);
  for (const text of ["2026-11-20T17:00:00Z", "2026-11-20T17:00:00+00:00", "2026-11-20T17:00:00", "", null])
    expect(statedOffset(text)).toBeNull();
});
