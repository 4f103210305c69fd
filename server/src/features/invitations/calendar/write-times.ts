import type { CalendarComponent, CalendarLine } from "@intellibox/contract/rules/calendar-file";
import type ICAL from "ical.js";
import { tzidOf, writtenTimes } from "./calendar-zones.ts";
import { cleanLine } from "./clean-text.ts";
import type { ZoneLines } from "./filter-lines.ts";

type Rename = (tzid: string) => string;
const asReceived: Rename = (tzid) => tzid;

/** The times as they were written, with their zone: a series in UTC would move by an hour when clocks change. */
export function timeLines(
  name: string,
  property: ICAL.Property | undefined,
  rename: Rename = asReceived,
): CalendarLine[] {
  const written = property
    ? writtenTimes(property).filter((time) => /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ?)?$/.test(time))
    : [];
  const [first] = written;
  if (!property || !first) return [];
  const isDay = first.length === 10;
  const same = written.filter((time) => (time.length === 10) === isDay);
  const named = isDay || first.endsWith("Z") ? undefined : tzidOf(property);
  const tzid = named && rename(named);
  const parameters = { ...(isDay && { VALUE: "DATE" }), ...(tzid && { TZID: cleanLine(tzid, 100) }) };
  return [{ name, parameters, value: same.map((time) => time.replaceAll(/[-:]/g, "")).join(",") }];
}

const needed = ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO"];

/** The definition of a zone, as far as it has what a definition needs. */
export function zoneOf({ tzid, changes }: ZoneLines, rename: Rename = asReceived): CalendarComponent[] {
  const parts = changes
    .map(({ name, lines }) => ({
      name,
      lines: lines.flatMap((line): CalendarLine[] => {
        const found = /^([A-Z]+):([\dA-Z=;,+:-]{1,300})$/i.exec(line.trim());
        return found ? [{ name: found[1]?.toUpperCase() ?? "", value: found[2] ?? "" }] : [];
      }),
    }))
    .filter(({ lines }) => needed.every((name) => lines.some((line) => line.name === name)));
  if (!tzid || parts.length === 0) return [];
  return [{ name: "VTIMEZONE", lines: [{ name: "TZID", value: cleanLine(rename(tzid), 100) }], parts }];
}
