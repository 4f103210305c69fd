import { calendarMinutes } from "./limits.ts";

type Entry = {
  /** A calendar that imports the same uid twice keeps one entry. */
  uid: string;
  title: string;
  notes?: string;
  start: Date;
  /** When the file is made. */
  now: Date;
};

/** One event as a calendar file (RFC 5545), in UTC, so that every calendar shows it by its own clock. */
export function calendarFile({ uid, title, notes = "", start, now }: Entry): string {
  const end = new Date(start.getTime() + calendarMinutes * 60_000);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Intellibox//Action Plan//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${textValue(uid)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${textValue(title.replaceAll(/\s+/g, " "))}`,
    ...(notes ? [`DESCRIPTION:${textValue(notes)}`] : []),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const utc = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");

/** RFC 5545 3.3.11. All line breaks are removed, since text after one would be a property of its own. */
const textValue = (text: string) =>
  text
    .trim()
    .replaceAll("\\", "\\\\")
    .replaceAll(/[;,]/g, "\\$&")
    .replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "\\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, "");

/** A line holds 75 octets at most; a longer one goes on after a blank (3.1). No character is cut in two. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = "";
  let octets = 0;
  for (const character of line) {
    const size = sizeOf(character);
    if (octets + size > 75) {
      lines.push(current);
      current = " ";
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join("\r\n");
}

/** Octets of a character in UTF-8. */
function sizeOf(character: string) {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
