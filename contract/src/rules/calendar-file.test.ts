import { expect, test } from "vitest";
import { calendarFile } from "./calendar-file.ts";

const hostile = ["x\r\nATTACH:file:///etc/passwd", "x\r\n ATTENDEE:mailto:evil@evil.invalid", "\u2028x"];
const start = new Date("2026-11-20T11:30:00Z");
const entry = { uid: "1@intellibox", title: "Send the contract", start, now: new Date("2026-11-14T04:16:00Z") };

/** The lines after unfolding. */
const linesOf = (file: string) =>
  file
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .filter(Boolean);

test("an action becomes an event of thirty minutes, in UTC [EXP-03]", () => {
  expect(linesOf(calendarFile({ ...entry, notes: "Owner: Priya" }))).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Intellibox//Intellibox//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:1@intellibox",
    "DTSTAMP:20261114T041600Z",
    "DTSTART:20261120T113000Z",
    "DTEND:20261120T120000Z",
    "SUMMARY:Send the contract",
    "DESCRIPTION:Owner: Priya",
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
});

test("commas, semicolons, backslashes and line breaks are text", () => {
  const lines = linesOf(calendarFile({ ...entry, title: "a, b; c\\d", notes: "one\r\ntwo\nthree" }));
  expect(lines).toContain("SUMMARY:a\\, b\\; c\\\\d");
  expect(lines).toContain("DESCRIPTION:one\\ntwo\\nthree");
});

test.each([...hostile, "x\nEND:VEVENT\nBEGIN:VALARM\nACTION:AUDIO", "a\u0085b\u000bc\u0000d"])(
  "no value begins a line of its own: %j",
  (value) => {
    const names = linesOf(calendarFile({ ...entry, uid: value, title: value, notes: value })).map(
      (line) => line.split(":", 1)[0],
    );
    expect(names).toEqual(
      "BEGIN VERSION PRODID CALSCALE METHOD BEGIN UID DTSTAMP DTSTART DTEND SUMMARY DESCRIPTION END END".split(" "),
    );
  },
);

test("an action without notes has no description", () => {
  expect(calendarFile({ ...entry, notes: "" })).not.toContain("DESCRIPTION");
});

test("lines are folded at 75 octets without splitting a character, and unfold to the same text", () => {
  const title = "नमस्ते दुनिया 👩‍👩‍👧 ".repeat(20).trim();
  const file = calendarFile({ ...entry, title, notes: `x${"é".repeat(100)}${"ѐ".repeat(100)}` });
  for (const line of file.split("\r\n")) expect(octetsOf(line)).toBeLessThanOrEqual(75);
  expect(file).not.toContain("\ufffd");
  expect(linesOf(file)).toContain(`SUMMARY:${title}`);
});

/** Counted by the octets that an address would spell out. */
const octetsOf = (text: string) => encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, "x").length;
