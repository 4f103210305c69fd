import { calendarMinutes } from "./limits.ts";

type Entry = {
  /** Importing an event again with the same uid replaces it. */
  uid: string;
  title: string;
  notes?: string;
  start: Date;
  /** The time of the export. */
  now: Date;
};

/** One event as a calendar file (RFC 5545), in UTC, so that each calendar shows it in its own time zone. */
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

/** Escapes text (RFC 5545 3.3.11) without any line break, because the text after one would be a new property. */
const textValue = (text: string) =>
  text
    .trim()
    .replaceAll("\\", "\\\\")
    .replaceAll(/[;,]/g, "\\$&")
    .replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "\\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, "");

/** Folds lines at 75 octets (RFC 5545 3.1) without splitting a character. */
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
