// Rewrites the events of a calendar file for the reader's own calendar. Runs in a worker thread: see open-calendar.ts.
import {
  type CalendarComponent,
  type CalendarLine,
  calendarText,
  momentLine,
  personLine,
  textLine,
} from "@intellibox/contract/rules/calendar-file";
import { cleanLine, cleanLines } from "./clean-text.ts";
import { filterLines, maxCalendarLength } from "./filter-lines.ts";
import { meetingLink } from "./meeting-link.ts";
import { type OpenEvent, openEvents, ruleOf, textOf, timesOf } from "./read-calendar.ts";
import { personOf } from "./read-people.ts";
import { windowsZone } from "./windows-zones.ts";
import { timeLines, zoneOf } from "./write-times.ts";

/** Null if the file has no event with a time. Alarms, files and attendees are left out: importing it must notify nobody. */
export function publishCalendar(text: string, now: number): string | null {
  if (text.length > maxCalendarLength) return null;
  const lines = filterLines(text, []);
  // Some programs say only by the method that they cancel.
  const isCancel = lines.method === "CANCEL";
  const events = openEvents(lines).flatMap((event, at) => eventOf(event, { at, now: new Date(now), isCancel }));
  if (events.length === 0) return null;
  const used = new Set(events.flatMap(({ lines: own }) => own.flatMap(({ parameters }) => parameters?.TZID ?? [])));
  const zones = lines.zones
    .flatMap((zone) => zoneOf(zone, ianaName))
    .filter(({ lines: [tzid] }) => tzid && used.has(tzid.value));
  return calendarText("PUBLISH", [...zones, ...events]);
}

/** IANA names are known by more calendars than those of Windows. */
const ianaName = (tzid: string) => windowsZone(tzid) ?? tzid;

function eventOf(
  event: OpenEvent,
  { at, now, isCancel }: { at: number; now: Date; isCancel: boolean },
): CalendarComponent[] {
  const { first, all, zones } = event;
  const { start } = timesOf(event);
  if (!start) return [];
  const rule = ruleOf(event);
  const notes = cleanLines(textOf(first("description")), 5_000);
  const place = cleanLine(textOf(first("location")), 300);
  const organizer = personOf(first("organizer"));
  const link = meetingLink([textOf(first("url"))]);
  const duration = /^P[\dWDTHMS]{1,20}$/.exec(textOf(first("duration")))?.[0];
  const end = zones.timeOf(first("dtend"));
  const hasEnd = end !== null && end.kind === start.kind && end.value > start.value;
  // Only a series needs its zone. An instant is understood by every calendar, whatever it calls the zone.
  const one = (name: string) => {
    const property = first(name.toLowerCase());
    const time = zones.timeOf(property);
    if (time?.kind === "moment" && !rule) return [momentLine(name, new Date(time.value))];
    return time ? timeLines(name, property, ianaName) : [];
  };
  const lines: CalendarLine[] = [
    textLine("UID", textOf(first("uid")).slice(0, 500) || `${now.getTime()}-${at}@intellibox`),
    momentLine("DTSTAMP", now),
    ...one("DTSTART"),
    ...(hasEnd ? one("DTEND") : []),
    ...(duration && !first("dtend") ? [{ name: "DURATION", value: duration }] : []),
    ...one("RECURRENCE-ID"),
    ...(rule ? [{ name: "RRULE", value: rule.source }] : []),
    ...all("rdate").flatMap((property) => timeLines("RDATE", property, ianaName)),
    ...all("exdate").flatMap((property) => timeLines("EXDATE", property, ianaName)),
    textLine("SUMMARY", cleanLine(textOf(first("summary")), 300)),
    ...(place ? [textLine("LOCATION", place)] : []),
    ...(notes ? [textLine("DESCRIPTION", notes)] : []),
    ...(link ? [{ name: "URL", value: link.url }] : []),
    ...(organizer?.address ? [personLine("ORGANIZER", organizer)] : []),
    { name: "SEQUENCE", value: /^\d{1,9}$/.exec(String(first("sequence")?.toJSON()[3] ?? ""))?.[0] ?? "0" },
    {
      name: "STATUS",
      value: isCancel || textOf(first("status")).toUpperCase() === "CANCELLED" ? "CANCELLED" : "CONFIRMED",
    },
  ];
  return [{ name: "VEVENT", lines }];
}
