import { expect, test } from "vitest";
import { isQuiet } from "./notifications.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const berlin = "Europe/Berlin";
const quiet = (from: string, to: string, days = everyDay) => {
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const hours = { from: minutes(from), to: minutes(to), days };
  return (moment: string, zone = "UTC") => isQuiet(hours, zone, new Date(moment));
};

test("hours of one day are quiet from the first minute to the last [NTF-33]", () => {
  const is = quiet("12:00", "13:30");
  expect(["11:59", "12:00", "13:29", "13:30"].map((time) => is(`2026-11-18T${time}:00Z`))).toEqual([
    ...[false, true, true, false],
  ]);
});

test("hours over midnight belong to the day on which they begin [NTF-33]", () => {
  // 2026-11-20 is a Friday.
  const is = quiet("22:00", "07:00", [5]);
  expect(is("2026-11-20T06:00:00Z")).toBe(false);
  expect(is("2026-11-20T21:59:59Z")).toBe(false);
  expect(is("2026-11-20T22:00:00Z")).toBe(true);
  expect(is("2026-11-21T06:59:59Z")).toBe(true);
  expect(is("2026-11-21T07:00:00Z")).toBe(false);
  expect(is("2026-11-21T22:00:00Z")).toBe(false);
  // From Sunday to Monday.
  expect(quiet("22:00", "07:00", [7])("2026-11-23T01:00:00Z")).toBe(true);
  expect(quiet("22:00", "07:00", [1])("2026-11-23T01:00:00Z")).toBe(false);
});

test("equal times are a whole day from then on [NTF-33]", () => {
  const is = quiet("00:00", "00:00", [6, 7]);
  expect(["2026-11-20T23:59:00Z", "2026-11-21T00:00:00Z", "2026-11-22T23:59:00Z", "2026-11-23T00:00:00Z"].map((at) => is(at))).toEqual([false, true, true, false]); // biome-ignore format: one table
});

test("the clock of the person's time zone counts, also when it is changed [NTF-33]", () => {
  const is = quiet("22:00", "07:00");
  expect(is("2026-11-18T17:00:00Z", "Asia/Kolkata")).toBe(true);
  expect(is("2026-11-18T16:29:00Z", "Asia/Kolkata")).toBe(false);
  // To summer time, at 02:00 on 29 March: the night is an hour shorter, and ends at 07:00 on the wall, which is 05:00 UTC.
  expect(is("2026-03-28T21:00:00Z", berlin)).toBe(true);
  expect(is("2026-03-29T01:30:00Z", berlin)).toBe(true);
  expect(is("2026-03-29T04:59:00Z", berlin)).toBe(true);
  expect(is("2026-03-29T05:00:00Z", berlin)).toBe(false);
  // Back, at 03:00 on 25 October: 07:00 is 06:00 UTC again.
  expect(is("2026-10-25T05:59:00Z", berlin)).toBe(true);
  expect(is("2026-10-25T06:00:00Z", berlin)).toBe(false);
  // Hours within the hour that comes twice are quiet both times.
  const small = quiet("02:15", "02:45");
  expect(small("2026-10-25T00:30:00Z", berlin)).toBe(true);
  expect(small("2026-10-25T01:30:00Z", berlin)).toBe(true);
  expect(small("2026-10-25T02:30:00Z", berlin)).toBe(false);
  // Hours that the clock skips do not come.
  expect(small("2026-03-29T01:00:00Z", berlin)).toBe(false);
});
