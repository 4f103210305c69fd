import { calendarMinutes } from "./limits.ts";

/** One content line of a calendar file (RFC 5545 3.1). Make it with one of the functions below, which escape what needs it. */
export type CalendarLine = { name: string; parameters?: Record<string, string> | undefined; value: string };
export type CalendarComponent = { name: string; lines: CalendarLine[]; parts?: CalendarComponent[] };
type Parameters = CalendarLine["parameters"];

/** A calendar file. Nothing in a value, a parameter or a note can begin a line of its own. */
export function calendarText(method: "PUBLISH" | "REQUEST" | "REPLY", components: CalendarComponent[]): string {
  const calendar: CalendarComponent = {
    name: "VCALENDAR",
    lines: [
      { name: "VERSION", value: "2.0" },
      { name: "PRODID", value: "-//Intellibox//Intellibox//EN" },
      { name: "CALSCALE", value: "GREGORIAN" },
      { name: "METHOD", value: method },
    ],
    parts: components,
  };
  return linesOf(calendar)
    .map((line) => `${folded(line)}\r\n`)
    .join("");
}

const linesOf = ({ name, lines, parts = [] }: CalendarComponent): string[] => [
  `BEGIN:${name}`,
  ...lines.map(lineText),
  ...parts.flatMap(linesOf),
  `END:${name}`,
];

const lineText = ({ name, parameters = {}, value }: CalendarLine) =>
  `${name}${Object.entries(parameters).map(parameterText).join("")}:${oneLine(value)}`;

/** A quoted value may have any character except a quote and controls (RFC 5545 3.2). */
const parameterText = ([name, value]: [string, string]) => {
  const clean = oneLine(value).replaceAll('"', "'");
  return /^[\w-]+$/.test(clean) ? `;${name}=${clean}` : `;${name}="${clean}"`;
};

/** A value without controls and line ends. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** Text: escaped (RFC 5545 3.3.11) without any line break, because the text after one would be a new property. */
export const textLine = (name: string, text: string, parameters?: Parameters): CalendarLine => ({
  name,
  parameters,
  value: text
    .trim()
    .replaceAll("\\", "\\\\")
    .replaceAll(/[;,]/g, "\\$&")
    .replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "\\n")
    .replaceAll(/\p{Cc}/gu, ""),
});

/** An instant, in UTC, so that each calendar shows it in its own time zone. */
export const momentLine = (name: string, moment: Date): CalendarLine => ({ name, value: utc(moment) });

/** A person; the address must be one that mail can be sent to. */
export const personLine = (
  name: "ORGANIZER" | "ATTENDEE",
  person: { name: string; address: string },
  parameters: Parameters = {},
): CalendarLine => ({
  name,
  parameters: { ...parameters, ...(person.name && { CN: person.name }) },
  value: `mailto:${person.address}`,
});

const utc = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");

type Entry = {
  /** Importing an event again with the same uid replaces it. */
  uid: string;
  title: string;
  notes?: string;
  start: Date;
  /** The time of the export. */
  now: Date;
};

/** One event of thirty minutes as a calendar file. */
export function calendarFile({ uid, title, notes = "", start, now }: Entry): string {
  const lines = [
    textLine("UID", uid),
    momentLine("DTSTAMP", now),
    momentLine("DTSTART", start),
    momentLine("DTEND", new Date(start.getTime() + calendarMinutes * 60_000)),
    textLine("SUMMARY", title.replaceAll(/\s+/g, " ")),
    ...(notes ? [textLine("DESCRIPTION", notes)] : []),
  ];
  return calendarText("PUBLISH", [{ name: "VEVENT", lines }]);
}

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
