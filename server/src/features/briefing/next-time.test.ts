import { expect, test } from "vitest";
import { nextTime } from "./next-time.ts";

const at = (text: string) => new Date(text);
const workdays = [1, 2, 3, 4, 5];

test.each<[string, number[], string, string, string]>([
  ["later today", workdays, "Asia/Kolkata", "2026-11-18T01:00Z", "2026-11-18T02:30:00.000Z"],
  ["tomorrow, if today's time is over", workdays, "Asia/Kolkata", "2026-11-18T02:30Z", "2026-11-19T02:30:00.000Z"],
  ["Monday, on a Friday", workdays, "UTC", "2026-11-20T09:00Z", "2026-11-23T08:00:00.000Z"],
  ["a week later, if one day is chosen", [3], "UTC", "2026-11-18T08:00Z", "2026-11-25T08:00:00.000Z"],
  ["by the day of the zone", [4], "Pacific/Auckland", "2026-11-18T18:00Z", "2026-11-18T19:00:00.000Z"],
  ["after the clocks are set back", workdays, "Europe/Berlin", "2026-10-23T07:00Z", "2026-10-26T07:00:00.000Z"],
])("the next time is %s [BRF-05]", (_name, days, timeZone, now, expected) => {
  expect(nextTime({ minute: 480, days, timeZone }, at(now)).toISOString()).toBe(expected);
});
