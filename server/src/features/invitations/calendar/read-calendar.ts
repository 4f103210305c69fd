// Reads calendar files. They come from anybody, so this runs in a worker thread: see open-calendar.ts.
import type { CalendarEvent, CalendarTime } from "@intellibox/contract/endpoints/invitations";
import type { CalendarComponent, CalendarLine } from "@intellibox/contract/rules/calendar-file";
import { type CalendarMethod, calendarMethods } from "@intellibox/contract/rules/invitations";
import ICAL from "ical.js";
import type { MailAddress } from "#outside/mime/parsed-mail.ts";
import { CalendarZones, tzidOf, writtenTimes } from "./calendar-zones.ts";
import { cleanLine, cleanLines } from "./clean-text.ts";
import { type CalendarLines, type EventLines, filterLines, maxCalendarLength, type ZoneLines } from "./filter-lines.ts";
import { meetingLink } from "./meeting-link.ts";
import { parseProperty } from "./parse-property.ts";
import { readNotes } from "./read-notes.ts";
import { attendeeOf, personOf, sentByOf, withoutTag } from "./read-people.ts";
import { longestRun, type Rule, readRule } from "./read-rule.ts";
import { timeLines, zoneOf } from "./write-times.ts";

/** An event as it is shown, and what an answer or a copy of it needs. */
export type ReadEvent = CalendarEvent & {
  /** Empty if the file has none that can be used. */
  uid: string;
  /** The address that acts for the organizer; empty if there is none. */
  sentBy: string;
  /** The reader as the file invites them. */
  me: MailAddress | null;
  /** Whether its last occurrence has certainly ended. */
  isOver: boolean;
  /** Its times as they were received, if they are in zones that the file defines, and these definitions. */
  received: { times: CalendarLine[]; zones: CalendarComponent[] };
};
export type ReadCalendar = { method: CalendarMethod; events: ReadEvent[]; eventCount: number };

export type CalendarReader = {
  /** The reader's addresses, in lower case, the one that is answered from first. */
  own: string[];
  now: number;
};

/** Null if the text is no calendar file, or has no event. */
export function readCalendar(text: string, reader: CalendarReader): ReadCalendar | null {
  if (text.length > maxCalendarLength) return null;
  const lines = filterLines(text, reader.own);
  const opened = openEvents(lines);
  if (opened.length === 0) return null;
  const events = opened.map((event) => readEvent(event, reader));
  const method = calendarMethods.find((known) => known.toUpperCase() === lines.method) ?? "other";
  return { method: lines.method === "" ? "publish" : method, events, eventCount: lines.eventCount };
}

export type EventVersion = Pick<ReadEvent, "uid" | "sequence" | "occurrence" | "organizer" | "isCancelled"> & {
  method: CalendarMethod;
};

/** For each file the values that tell versions of an event apart; null if the file cannot be read. */
export const readVersions = (texts: string[]): (EventVersion | null)[] =>
  texts.map((text) => {
    const calendar = readCalendar(text, { own: [], now: 0 });
    const event = calendar && mainEvent(calendar.events);
    if (!calendar || !event) return null;
    const { uid, sequence, occurrence, organizer, isCancelled } = event;
    return { uid, sequence, occurrence, organizer, isCancelled, method: calendar.method };
  });

/** The event that an answer is about: the series itself, not one of its changed occurrences, which the same file may have. */
export const mainEvent = (events: readonly ReadEvent[]) => events.find(({ occurrence }) => !occurrence) ?? events[0];

/** The parsed properties of an event by their names in lower case. */
export type OpenEvent = {
  first: (name: string) => ICAL.Property | undefined;
  all: (name: string) => ICAL.Property[];
  zones: CalendarZones;
  zoneLines: readonly ZoneLines[];
  attendeeCount: number;
};

/** The events of a file that have anything to show. */
export function openEvents({ events, zones: zoneLines }: CalendarLines): OpenEvent[] {
  const zones = new CalendarZones(zoneLines);
  return events
    .map((event) => openEvent(event, zones, zoneLines))
    .filter(({ first }) => first("dtstart") || first("summary"));
}

function openEvent(
  { lines, attendeeCount }: EventLines,
  zones: CalendarZones,
  zoneLines: readonly ZoneLines[],
): OpenEvent {
  const properties = lines.flatMap((line) => parseProperty(line) ?? []);
  const all = (name: string) => properties.filter((property) => property.name === name);
  return { first: (name) => all(name)[0], all, zones, zoneLines, attendeeCount };
}

function readEvent(event: OpenEvent, { own, now }: CalendarReader): ReadEvent {
  const { first, all } = event;
  const times = timesOf(event);
  const rule = ruleOf(event);
  const dates = addedDates(event);
  const attendees = all("attendee").flatMap((property) =>
    attendeeOf(
      property,
      (address) => own.includes(withoutTag(address.toLowerCase())) || own.includes(address.toLowerCase()),
    ),
  );
  const invited = attendees.filter(({ isMe }) => isMe);
  // The address of the mailbox that got the mail comes first in `own`.
  const me =
    own.map((address) => invited.find((one) => one.address.toLowerCase() === address)).find(Boolean) ?? invited[0];
  const written = textOf(first("description"));
  const place = textOf(first("location"));
  const others = ["x-google-conference", "x-microsoft-skypeteamsmeetingurl", "conference", "url"].map((name) =>
    textOf(first(name)),
  );
  return {
    uid: uidOf(first("uid")),
    title: cleanLine(textOf(first("summary")), 300),
    ...times,
    repeats: rule ? sayable(rule) : dates.length > 0 ? { ...listedDates } : null,
    occurrence: event.zones.timeOf(first("recurrence-id")),
    place: cleanLine(place, 300),
    link: meetingLink([...others.slice(0, 3), place, others[3] ?? "", written]),
    organizer: personOf(first("organizer")) ?? null,
    sentBy: sentByOf(first("organizer")),
    attendees,
    attendeeCount: event.attendeeCount,
    notes: cleanLines(readNotes(written), 5_000),
    comment: cleanLines(all("comment").map(textOf).join("\n"), 1_000),
    isCancelled: textOf(first("status")).toUpperCase() === "CANCELLED",
    sequence: sequenceOf(first("sequence")),
    me: me ? { name: me.name, address: me.address } : null,
    isOver: lastMoment(times, rule, dates) < now,
    received: receivedOf(event),
  };
}

/** A longer UID does not fit into the index of the answers. Real ones have up to 250 characters. */
const maxUid = 500;
const uidOf = (property: ICAL.Property | undefined) => {
  const uid = textOf(property);
  return uid.length <= maxUid && !/\p{Cc}/u.test(uid) ? uid.trim().toWellFormed() : "";
};

const sequenceOf = (property: ICAL.Property | undefined) => {
  const sequence = Number(property?.toJSON()[3] ?? 0);
  return Number.isInteger(sequence) && sequence >= 0 && sequence < 2 ** 31 ? sequence : 0;
};

export function textOf(property: ICAL.Property | undefined): string {
  const value: unknown = property?.toJSON()[3];
  return typeof value === "string" ? value : "";
}

export function timesOf({ first, zones }: OpenEvent): Pick<CalendarEvent, "start" | "end"> {
  const start = zones.timeOf(first("dtstart"));
  const given = start && zones.timeOf(first("dtend"));
  const end = start && (given ?? afterDuration(start, first("duration")));
  if (!start || !end || start.kind !== end.kind || end.value <= start.value) return { start, end: null };
  // The end of a whole-day event is the day after it.
  const last = start.kind === "day" ? { ...end, value: shifted(`${end.value}T00:00:00Z`, -dayMs).slice(0, 10) } : end;
  return { start, end: last.value === start.value ? null : last };
}

const dayMs = 86_400_000;
const shifted = (moment: string, byMs: number) => new Date(Date.parse(moment) + byMs).toISOString();

function afterDuration(start: CalendarTime, property: ICAL.Property | undefined): CalendarTime | null {
  const seconds = secondsOf(textOf(property));
  if (!(seconds > 0 && seconds < 10 * 366 * 86_400)) return null;
  if (start.kind === "day")
    return { ...start, value: shifted(`${start.value}T00:00:00Z`, seconds * 1000).slice(0, 10) };
  if (start.kind === "moment") return { ...start, value: shifted(start.value, seconds * 1000) };
  return { ...start, value: shifted(`${start.value}Z`, seconds * 1000).slice(0, 19) };
}

function secondsOf(duration: string): number {
  try {
    return ICAL.Duration.fromString(duration).toSeconds();
  } catch {
    return 0;
  }
}

export const ruleOf = ({ first, zones }: OpenEvent): Rule | null => {
  const start = first("dtstart");
  return readRule(first("rrule"), (written) => zones.resolve(written, start && tzidOf(start)));
};

const sayable = ({ source: _, ...repetition }: Rule) => repetition;

/** A series whose dates are listed instead of described. */
const listedDates = { every: "other" as const, interval: 1, days: [], monthDays: [], count: null, until: null };

/** The dates that are added to a series. */
const addedDates = ({ all, zones }: OpenEvent): CalendarTime[] =>
  all("rdate").flatMap((property) =>
    writtenTimes(property).flatMap((written) => zones.resolve(written, tzidOf(property)) ?? []),
  );

function receivedOf({ first, zones, zoneLines }: OpenEvent): ReadEvent["received"] {
  const defined = zoneLines.flatMap((zone) => zoneOf(zone));
  const isDefined = (tzid: string | undefined) =>
    defined.some(({ lines: [named] }) => named && tzid !== undefined && named.value === cleanLine(tzid, 100));
  const times = ["RECURRENCE-ID", "DTSTART", "DTEND"].flatMap((name) => {
    const property = first(name.toLowerCase());
    const isUsable = zones.timeOf(property)?.kind === "moment" && property && isDefined(tzidOf(property));
    return isUsable ? timeLines(name, property) : [];
  });
  const used = new Set(times.map(({ parameters }) => parameters?.TZID));
  return { times, zones: defined.filter(({ lines: [named] }) => used.has(named?.value)) };
}

/** The end of the last occurrence in any time zone; Infinity if it is not known. */
function lastMoment(
  { start, end }: Pick<CalendarEvent, "start" | "end">,
  rule: Rule | null,
  dates: CalendarTime[],
): number {
  if (!start) return Number.POSITIVE_INFINITY;
  const ends = latest(end ?? start);
  const length = ends - latest(start);
  const added = Math.max(ends, ...dates.map((date) => latest(date) + length));
  if (!rule) return added;
  return Math.max(added, lastByRule(rule, ends, length));
}

const lastByRule = (rule: Rule, ends: number, length: number) =>
  rule.until ? latest(rule.until) + length : ends + longestRun(rule);

/** A wall time is at most 12 hours later in the last zone than in UTC. */
const latest = ({ kind, value }: CalendarTime) =>
  kind === "moment"
    ? Date.parse(value)
    : Date.parse(kind === "day" ? `${value}T00:00:00Z` : `${value}Z`) + (kind === "day" ? dayMs : 0) + dayMs / 2;
