import { expect, test } from "vitest";
import { dueIn } from "./due-dates.ts";

// A Monday morning in London.
const monday = { sent: new Date("2025-03-10T09:30:00Z"), offsetMinutes: 0 };
const due = (text: string, clock = monday) => dueIn(text, clock)?.date.toISOString().slice(0, 16);

test.each([
  ["by Friday", "2025-03-14T17:00"],
  ["on Monday", "2025-03-17T17:00"],
  ["next Tuesday at 10am", "2025-03-18T10:00"],
  ["your Tuesday shift next week", "2025-03-18T17:00"],
  ["by EOD", "2025-03-10T17:00"],
  ["by close of business tomorrow", "2025-03-11T17:00"],
  ["by the end of next week", "2025-03-21T17:00"],
  ["before the end of the month", "2025-03-31T17:00"],
  ["by the end of Q2", "2025-06-30T17:00"],
  ["within 14 days", "2025-03-24T17:00"],
  ["within 3 working days", "2025-03-13T17:00"],
  ["within 5 business days", "2025-03-17T17:00"],
  ["within 48 hours", "2025-03-12T09:30"],
  ["by noon", "2025-03-10T12:00"],
  ["at 4", "2025-03-10T16:00"],
  ["Friday by 5pm", "2025-03-14T17:00"],
  ["first thing tomorrow morning", "2025-03-11T09:00"],
  ["by the 15th", "2025-03-15T17:00"],
  ["by the 5th", "2025-04-05T17:00"],
  ["no later than 20 March 2025", "2025-03-20T17:00"],
  ["on 2025-04-02", "2025-04-02T17:00"],
])("%s, written on Monday 10 March 2025, is %s", (text, expected) => {
  expect(due(text)).toBe(expected);
});

test.each([
  "give me a minute",
  "my email from last week",
  "as of 5 March",
  "we worked on it for 2 weeks",
  "I may need that",
  "version 2.3 is ready",
  "I sat down with them",
  "a 30 minute call",
  "lift B is out of use that morning",
  "the letter I sent you in July - it never came back",
])("%s names no deadline", (text) => {
  expect(due(text)).toBeUndefined();
});

test("a day ends by the sender's clock, not by the server's", () => {
  const mumbai = { sent: new Date("2025-03-10T20:00:00Z"), offsetMinutes: 330 };
  expect(due("by EOD", mumbai)).toBe("2025-03-11T11:30");
  expect(due("tomorrow at 3pm", mumbai)).toBe("2025-03-12T09:30");
});

test("a date with its year counts, however far off", () =>
  expect(due("by 20 November 2030 at 5 pm")).toBe("2030-11-20T17:00"));
