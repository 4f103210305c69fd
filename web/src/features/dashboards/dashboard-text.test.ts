import { expect, test } from "vitest";
import {
  changeText,
  dayLabel,
  durationText,
  fasterText,
  leftText,
  linkTo,
  monthLabel,
  monthOf,
  shareText,
  uptimeText,
  weekdayOf,
} from "./dashboard-text.ts";

test.each([
  [{ value: 112, before: 100 }, "+12% vs last week"],
  [{ value: 50, before: 100 }, "−50% vs last week"],
  [{ value: 100, before: 100 }, "Same as last week"],
  [{ value: 3, before: 0 }, "No data for the previous period"],
  [{ value: 0, before: 0 }, "No data for the previous period"],
])("a change from the previous period is described: %j", (figure, text) => {
  expect(changeText(figure, "week")).toBe(text);
});

test("durations use the unit that fits", () => {
  expect([42.4, 108, 60 * 100].map(durationText)).toEqual(["42 min", "1.8 h", "4.2 days"]);
  expect(fasterText({ value: 108, before: 132 })).toBe("24 min faster");
  expect(fasterText({ value: 200, before: 132 })).toBe("1.1 h slower");
  expect(fasterText({ value: null, before: 3 })).toBe("No replies this week");
});

test("an uptime is not rounded up to 100%", () => {
  expect([100, 99.9999, 99.987, 50].map(uptimeText)).toEqual(["100%", "99.99%", "99.98%", "50.00%"]);
});

test("a share of zero shows a dash", () => {
  expect([shareText(1, 3), shareText(0, 0)]).toEqual(["33%", "–"]);
});

test("the rest of a quota is 100% only if nothing is used [DSH-05]", () => {
  expect([leftText(1000, 1000), leftText(996, 1000), leftText(0, 1000)]).toEqual(["100%", "99%", "0%"]);
});

test("the current day and month are labelled as unfinished", () => {
  expect([monthLabel(2, "Oct 2026"), monthLabel(1, "Nov 2026")]).toEqual(["Oct 2026", "Nov 2026 so far"]);
  expect([dayLabel(2, "Sat 14"), dayLabel(1, "Sun 15")]).toEqual(["Sat 14", "Today so far"]);
});

test("days and months are formatted independently of the time zone", () => {
  expect([weekdayOf("2026-11-15"), monthOf("2026-11")]).toEqual(["Sun 15", "Nov 2026"]);
});

test.each([
  ["Summarized", "Thread", "/summarize?id=7"],
  ["Sent", "Offer & terms", "/sent?q=Offer+%26+terms"],
  ["Replied", "Re: Offer", "/sent?q=Re%3A+Offer"],
  ["Not sent", "Offer", "/outbox?q=Offer"],
  ["Waiting to be sent", "", "/outbox"],
] as const)("recent activity links to its mail or summary: %s", (action, subject, link) => {
  expect(linkTo({ id: "7", action, subject })).toBe(link);
});
