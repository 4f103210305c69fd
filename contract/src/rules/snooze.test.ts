import { describe, expect, test } from "vitest";
import { ruleSnoozeUntil, snoozeChoices, snoozeRefusal } from "./snooze.ts";
import { momentOf, wallText } from "./wall-time.ts";

/** The choices as wall time, for a reader whose clock shows `now`. */
function choicesAt(now: string, zone: string) {
  const moment = momentOf(now, zone) ?? new Date(Number.NaN);
  return snoozeChoices(moment, zone).map(({ label, until }) => `${label}: ${wallText(until, zone)}`);
}

test("a snooze offers later today, tomorrow, the weekend and next week", () => {
  expect(choicesAt("2026-11-17T10:20", "Europe/Berlin")).toEqual([
    "Later today: 2026-11-17 13:00",
    "Tomorrow: 2026-11-18 08:00",
    "This weekend: 2026-11-21 08:00",
    "Next week: 2026-11-23 08:00",
  ]);
});

describe("the first choice follows the hour of the day", () => {
  test.each([
    ["2026-11-17T05:00", "Later today: 2026-11-17 08:00"],
    ["2026-11-17T10:30", "Later today: 2026-11-17 14:00"],
    ["2026-11-17T17:59", "Later today: 2026-11-17 21:00"],
    ["2026-11-17T18:00", "This evening: 2026-11-17 21:00"],
    ["2026-11-17T20:00", "This evening: 2026-11-17 21:00"],
    ["2026-11-17T20:01", "Tomorrow: 2026-11-18 08:00"],
    ["2026-11-17T23:59", "Tomorrow: 2026-11-18 08:00"],
    ["2026-11-18T00:10", "This morning: 2026-11-18 08:00"],
  ])("at %s it is %s", (now, first) => {
    for (const zone of ["UTC", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
      expect(choicesAt(now, zone)[0]).toBe(first);
  });
});

test.each([
  // On a Friday tomorrow is the weekend, and on a Sunday tomorrow is next week.
  ["2026-11-20T12:00", ["Later today 20", "Tomorrow 21", "Next week 23"]],
  ["2026-11-21T12:00", ["Later today 21", "Tomorrow 22", "Next week 23", "Next weekend 28"]],
  ["2026-11-22T12:00", ["Later today 22", "Tomorrow 23", "Next weekend 28"]],
])("at %s no choice stands twice, and they are in order", (now, wanted) => {
  const days = choicesAt(now, "Australia/Adelaide").map((line) => line.replace(/: \d{4}-\d\d-(\d\d).*/, " $1"));
  expect(days).toEqual(wanted);
});

describe("eight o'clock is eight o'clock after a change of the clocks", () => {
  test.each([
    ["Europe/Berlin", "2026-10-24T12:00", "2026-10-25 08:00", "2026-10-25T07:00:00.000Z"],
    ["Europe/Berlin", "2026-03-28T12:00", "2026-03-29 08:00", "2026-03-29T06:00:00.000Z"],
    ["America/Los_Angeles", "2026-10-31T12:00", "2026-11-01 08:00", "2026-11-01T16:00:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-03T12:00", "2026-10-04 08:00", "2026-10-03T21:00:00.000Z"],
    ["Pacific/Chatham", "2026-09-26T12:00", "2026-09-27 08:00", "2026-09-26T18:15:00.000Z"],
    ["Africa/Cairo", "2026-04-23T12:00", "2026-04-24 08:00", "2026-04-24T05:00:00.000Z"],
  ])("in %s, tomorrow at %s is %s", (zone, now, wall, instant) => {
    const moment = momentOf(now, zone) ?? new Date(Number.NaN);
    const tomorrow = snoozeChoices(moment, zone).find(({ label }) => label === "Tomorrow")?.until;
    expect([tomorrow && wallText(tomorrow, zone), tomorrow?.toISOString()]).toEqual([wall, instant]);
  });

  test("three hours that cross it are three hours by the clock of the wall, rounded", () => {
    // At 00:40 the night belongs to the day before; the change is at 2:00.
    expect(choicesAt("2026-03-29T00:40", "Europe/Berlin")[0]).toBe("This morning: 2026-03-29 08:00");
    // The clocks of Scoresby Sund change from Saturday evening to midnight.
    expect(choicesAt("2026-03-28T20:30", "America/Scoresbysund")[0]).toBe("Tomorrow: 2026-03-29 08:00");
  });
});

test("choices lie in the future at all hours of a year, in zones far apart", () => {
  for (const zone of ["Pacific/Kiritimati", "Pacific/Niue", "Asia/Kathmandu", "America/St_Johns", "Antarctica/Troll"])
    for (let now = Date.UTC(2026, 0, 1); now < Date.UTC(2027, 0, 1); now += 7 * 1_800_000) {
      const choices = snoozeChoices(new Date(now), zone).map(({ until }) => until.getTime());
      expect(choices.length).toBeGreaterThanOrEqual(2);
      expect(choices.every((until, at) => until > (choices[at - 1] ?? now))).toBe(true);
    }
});

test("a time in the past, and one in more than five years, are refused", () => {
  const now = new Date("2028-02-29T12:00:00Z");
  expect(snoozeRefusal(now, now)).toBe("Choose a time in the future.");
  expect(snoozeRefusal(new Date("2028-02-29T12:00:01Z"), now)).toBeUndefined();
  expect(snoozeRefusal(new Date("2033-03-01T12:00:00Z"), now)).toBeUndefined();
  expect(snoozeRefusal(new Date("2033-03-01T12:00:01Z"), now)).toBe("Choose a time within the next 5 years.");
});

test("a rule snoozes until a moment of its owner's day, also beyond the end of a year [RUL-13]", () => {
  const until = (choice: Parameters<typeof ruleSnoozeUntil>[0], now: string) =>
    ruleSnoozeUntil(choice, new Date(now), "Europe/Berlin").toISOString();
  // A Wednesday.
  expect(until("evening", "2026-12-30T09:00:00Z")).toBe("2026-12-30T17:00:00.000Z");
  expect(until("evening", "2026-12-30T18:00:00Z")).toBe("2026-12-31T17:00:00.000Z");
  expect(until("tomorrow", "2026-12-30T23:30:00Z")).toBe("2027-01-01T07:00:00.000Z");
  expect(until("weekend", "2026-12-30T09:00:00Z")).toBe("2027-01-02T07:00:00.000Z");
  expect(until("nextWeek", "2026-12-30T09:00:00Z")).toBe("2027-01-04T07:00:00.000Z");
  expect(until("nextMonth", "2026-12-30T09:00:00Z")).toBe("2027-01-01T07:00:00.000Z");
});
