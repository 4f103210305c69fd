import { momentOf } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { dateTime } from "#lib/format.ts";

type CalendarLine = { name: string; parameters: Record<string, string>; value: string };

/** Reads an invitation into labels and values; null if the file holds no event. The values are plain text, never HTML. */
export function readInvite(text: string, timeZone: string): [label: string, words: string][] | null {
  const lines = linesOf(text);
  const start = lines.findIndex(({ name, value }) => name === "BEGIN" && value.toUpperCase() === "VEVENT");
  if (start < 0) return null;
  const length = lines.slice(start).findIndex(({ name, value }) => name === "END" && value.toUpperCase() === "VEVENT");
  const event = lines.slice(start, length < 0 ? undefined : start + length);
  const find = (name: string) => event.find((line) => line.name === name);
  const facts: [string, string | undefined][] = [
    [t("What"), words(find("SUMMARY")?.value)],
    [t("Starts"), momentText(find("DTSTART"), timeZone)],
    [t("Ends"), momentText(find("DTEND"), timeZone)],
    [t("Where"), words(find("LOCATION")?.value)],
    [t("Organizer"), personText(find("ORGANIZER"))],
    [t("Attendees"), event.flatMap((line) => (line.name === "ATTENDEE" ? personText(line) : [])).join(", ")],
    [t("Notes"), words(find("DESCRIPTION")?.value)],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** True if the file calls the event off (RFC 5546 3.2.5). */
export const isCancelled = (text: string) =>
  linesOf(text).some(({ name, value }) => calledOff.has(`${name}:${value.trim().toUpperCase()}`));
const calledOff = new Set(["METHOD:CANCEL", "STATUS:CANCELLED"]);

/** Unfolds the lines (RFC 5545 3.1) and parses each "NAME;PARAMETER=x:value". */
function linesOf(text: string): CalendarLine[] {
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);
  return unfolded.flatMap((line) => {
    const found = /^([A-Za-z-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/.exec(line);
    if (!found) return [];
    const [, name = "", given = "", value = ""] = found;
    const parameters = [...given.matchAll(/;([A-Za-z-]+)=(?:"([^"]*)"|([^;]*))/g)].map(
      ([, key = "", quoted, plain]) => [key.toUpperCase(), quoted ?? plain ?? ""] as const,
    );
    return { name: name.toUpperCase(), parameters: Object.fromEntries(parameters), value };
  });
}

const words = (value: string | undefined) =>
  value
    ?.replaceAll(/\\n/gi, "\n")
    .replaceAll(/\\([,;\\])/g, "$1")
    .replaceAll(disguising, "")
    .trim();
/** Bidirectional and invisible characters, which can show another name or address than the file has. */
const disguising = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

const personText = (line: CalendarLine | undefined) => {
  const address = words(line?.value.replace(/^mailto:/i, ""));
  const name = words(line?.parameters.CN);
  return name && address && name !== address ? `${name} <${address}>` : address;
};

/** The time in the reader's zone; a whole-day event keeps its date. */
function momentText(line: CalendarLine | undefined, timeZone: string) {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(?:\d\d)?(Z?))?/.exec(line?.value ?? "");
  if (!found) return undefined;
  const [, year, month, day, hour, minute, utc] = found;
  const date = `${year}-${month}-${day}`;
  const wall = momentOf(hour ? `${date}T${hour}:${minute}` : date, "UTC");
  if (!wall) return undefined;
  const asWritten = (look: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocale(), { ...look, timeZone: "UTC" }).format(wall);
  if (!hour) return asWritten({ dateStyle: "medium" });
  if (utc) return dateTime(wall);
  const zone = line?.parameters.TZID ?? timeZone;
  // Some programs use zone names of their own. Then the time is shown as written, with the zone's name.
  if (!isZone(zone)) return `${asWritten({ dateStyle: "medium", timeStyle: "short" })} (${zone})`;
  return dateTime(momentOf(`${date}T${hour}:${minute}`, zone)) || undefined;
}

function isZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
