/** Longer files are not read; they can still be downloaded. */
export const maxCalendarLength = 3_000_000;
const maxEvents = 50;
const maxZones = 20;
/** Of a zone: each is a change of the clocks. */
const maxChanges = 60;
const maxAttendees = 100;
/** Dates that are left out of a series or added to it. */
const maxDates = 200;
/** A longer line, such as very long notes, is cut. */
const maxLine = 60_000;
const maxDepth = 10;

/** The parts of a calendar file that are read, as unfolded lines. */
export type CalendarLines = { method: string; events: EventLines[]; eventCount: number; zones: ZoneLines[] };
export type EventLines = { lines: string[]; attendeeCount: number };
export type ZoneLines = { tzid: string; changes: { name: "STANDARD" | "DAYLIGHT"; lines: string[] }[] };

const eventNames = new Set(
  (
    "UID SEQUENCE DTSTART DTEND DURATION SUMMARY LOCATION DESCRIPTION ORGANIZER ATTENDEE STATUS RRULE RDATE EXDATE " +
    "RECURRENCE-ID URL CONFERENCE X-GOOGLE-CONFERENCE X-MICROSOFT-SKYPETEAMSMEETINGURL COMMENT"
  ).split(" "),
);
const changeNames = new Set(["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE"]);
const limits: Record<string, number> = { ATTENDEE: maxAttendees, RDATE: maxDates, EXDATE: maxDates, COMMENT: 3 };
/** The rules of real time zones. A rule by the second would have a billion occurrences. */
const zoneRule =
  /^RRULE:FREQ=YEARLY(?:;(?:INTERVAL=1|COUNT=\d{1,3}|UNTIL=[\dTZ]{8,16}|WKST=[A-Z]{2}|BY(?:MONTH|DAY)=[\w,+-]{1,40}))*$/i;

/**
 * Chooses the lines of events and time zones, within limits of their number, before a parser sees them. Everything else, such as
 * alarms and embedded files, is dropped. `own` are the addresses whose ATTENDEE lines are kept beyond the limit, in lower case.
 */
export function filterLines(text: string, own: readonly string[]): CalendarLines {
  const found: CalendarLines = { method: "", events: [], eventCount: 0, zones: [] };
  const stack: string[] = [];
  let event: EventLines | undefined;
  let zone: ZoneLines | undefined;
  const isIn = (...names: string[]) => stack.length === names.length && names.every((name, at) => stack[at] === name);
  for (const line of unfolded(text)) {
    const name = /^[A-Za-z0-9-]{1,60}(?=[;:])/.exec(line)?.[0].toUpperCase();
    if (!name) continue;
    const value = line.slice(name.length + 1).trim();
    if (name === "BEGIN") {
      if (stack.length < maxDepth) stack.push(value.toUpperCase());
      if (isIn("VCALENDAR", "VEVENT")) event = beginEvent(found);
      else if (isIn("VCALENDAR", "VTIMEZONE")) zone = beginZone(found);
      else if (zone && (isIn("VCALENDAR", "VTIMEZONE", "STANDARD") || isIn("VCALENDAR", "VTIMEZONE", "DAYLIGHT")))
        beginChange(zone, value.toUpperCase());
    } else if (name === "END") {
      const at = stack.lastIndexOf(value.toUpperCase());
      if (at >= 0) stack.length = at;
    } else if (isIn("VCALENDAR") && name === "METHOD") found.method ||= value.toUpperCase();
    else if (event && isIn("VCALENDAR", "VEVENT")) keepEventLine(event, name, line, own);
    else if (zone && isIn("VCALENDAR", "VTIMEZONE") && name === "TZID") zone.tzid ||= value;
    else if (zone && stack.length === 3 && stack[1] === "VTIMEZONE" && changeNames.has(name))
      keepZoneLine(zone, name, line);
  }
  return found;
}

function* unfolded(text: string): Generator<string> {
  for (const line of text.replaceAll(/\r?\n[ \t]/g, "").split(/\r\n|\n|\r/)) yield line.slice(0, maxLine);
}

function beginEvent(found: CalendarLines): EventLines | undefined {
  found.eventCount += 1;
  if (found.events.length >= maxEvents) return undefined;
  const event = { lines: [], attendeeCount: 0 };
  found.events.push(event);
  return event;
}

function beginZone(found: CalendarLines): ZoneLines | undefined {
  if (found.zones.length >= maxZones) return undefined;
  const zone = { tzid: "", changes: [] };
  found.zones.push(zone);
  return zone;
}

function beginChange(zone: ZoneLines, name: string) {
  if (zone.changes.length < maxChanges && (name === "STANDARD" || name === "DAYLIGHT"))
    zone.changes.push({ name, lines: [] });
}

function keepEventLine(event: EventLines, name: string, line: string, own: readonly string[]) {
  if (!eventNames.has(name)) return;
  if (name === "ATTENDEE") {
    event.attendeeCount += 1;
    const lower = line.toLowerCase();
    if (
      event.attendeeCount > maxAttendees &&
      own.some((address) => lower.includes(address)) &&
      !isFull(event, name, 10)
    )
      return event.lines.push(line);
  }
  if (!isFull(event, name)) event.lines.push(line);
}

/** A property that may occur once has its first value. */
const isFull = ({ lines }: { lines: string[] }, name: string, more = 0) => {
  const most = (limits[name] ?? 1) + more;
  let count = 0;
  for (const line of lines)
    if (line.slice(0, name.length).toUpperCase() === name && /^[;:]/.test(line.slice(name.length))) count += 1;
  return count >= most;
};

function keepZoneLine(zone: ZoneLines, name: string, line: string) {
  const change = zone.changes.at(-1);
  if (!change || isFull(change, name)) return;
  if (name !== "RRULE" || zoneRule.test(line.trim())) change.lines.push(line);
}
