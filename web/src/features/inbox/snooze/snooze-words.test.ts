import { expect, test } from "vitest";
import { doneWords, markWords, snoozeMoment } from "./snooze-words.ts";

const now = new Date(2026, 10, 17, 10, 20);
const at = (month: number, day: number, hour: number, year = 2026) => new Date(year, month - 1, day, hour);

test("a moment is as short as it can be without being mistaken", () => {
  expect(snoozeMoment(at(11, 17, 21), now)).toBe("9:00 pm");
  expect(snoozeMoment(at(11, 18, 8), now)).toBe("Wed 8:00 am");
  expect(snoozeMoment(at(11, 23, 8), now)).toBe("Mon 8:00 am");
  // A week from today has the same weekday as today.
  expect(snoozeMoment(at(11, 24, 8), now)).toBe("Tue, 24 Nov, 8:00 am");
  expect(snoozeMoment(at(1, 5, 8, 2027), now)).toBe("Tue, 5 Jan 2027, 8:00 am");
});

test("a row says until when it is snoozed, and that it came back until it is read", () => {
  const none = { snoozedUntil: null, wokenAt: null, unread: true };
  expect(markWords(none)).toBeUndefined();
  expect(markWords({ ...none, snoozedUntil: at(1, 5, 8, 2036) })).toMatch(/^Snoozed until Sat, 5 Jan 2036, 8:00 am$/);
  expect(markWords({ ...none, wokenAt: now })).toBe("Back from snooze");
  expect(markWords({ ...none, wokenAt: now, unread: false })).toBeUndefined();
});

test("a toast says what was snoozed, or brought back", () => {
  expect(doneWords(1, at(1, 5, 8, 2036))).toBe("Message snoozed until Sat, 5 Jan 2036, 8:00 am");
  expect(doneWords(3, null)).toBe("3 messages are back in the inbox");
});
