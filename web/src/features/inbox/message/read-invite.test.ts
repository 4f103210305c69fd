import { expect, test } from "vitest";
import { dateTime } from "#lib/format.ts";
import { isCancelled, readInvite } from "./read-invite.ts";

const invite = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\r\n");
const read = (...lines: string[]) => Object.fromEntries(readInvite(invite(...lines), "Asia/Kolkata") ?? []);

test("an invitation shows what, when, where and who", () => {
  const facts = read(
    "SUMMARY:Review\\, part two of a very long ti",
    " tle",
    "DTSTART;TZID=Asia/Kolkata:20261118T170000",
    "DTEND:20261118T120000Z",
    "LOCATION:Room 4",
    'ORGANIZER;CN="Nair, Priya":mailto:priya@example.com',
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:rohan@example.com",
    "DESCRIPTION:One\\nTwo",
  );
  expect(facts).toEqual({
    What: "Review, part two of a very long title",
    Starts: dateTime(new Date("2026-11-18T11:30:00Z")),
    Ends: dateTime(new Date("2026-11-18T12:00:00Z")),
    Where: "Room 4",
    Organizer: "Nair, Priya <priya@example.com>",
    Attendees: "rohan@example.com",
    Notes: "One\nTwo",
  });
});

test("a whole-day event shows its date, and an unknown time zone is named, not guessed", () => {
  expect(read("DTSTART;VALUE=DATE:20261118").Starts).toBe("18 Nov 2026");
  const named = read("DTSTART;TZID=India Standard Time:20261118T170000").Starts;
  expect(named).toMatch(/^18 Nov 2026.*5:00 pm \(India Standard Time\)$/);
});

test("a file without an event, and an invalid date, are left out", () => {
  expect(readInvite("BEGIN:VCALENDAR\nEND:VCALENDAR", "UTC")).toBeNull();
  expect(read("DTSTART:20269999", "SUMMARY:x")).toEqual({ What: "x" });
});

test("an event that is called off is recognized", () => {
  expect(isCancelled("BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR")).toBe(true);
  expect(isCancelled("BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:METHOD:CANCEL\r\nEND:VCALENDAR")).toBe(false);
});

test("characters that reverse or hide text are left out", () => {
  const facts = read(
    "SUMMARY:Pay \u202eecioviI\u202c now",
    'ORGANIZER;CN="\u2066Bank\u2069":mailto:priya@example.com\u200f',
    "LOCATION:\u200b",
  );
  expect(facts).toEqual({ What: "Pay ecioviI now", Organizer: "Bank <priya@example.com>" });
});
