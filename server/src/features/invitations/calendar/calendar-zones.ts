import type { CalendarTime } from "@intellibox/contract/endpoints/invitations";
import { isKnownZone, momentOf } from "@intellibox/contract/rules/wall-time";
import ICAL from "ical.js";
import type { ZoneLines } from "./filter-lines.ts";
import { parseProperty } from "./parse-property.ts";
import { shownZone } from "./shown-zones.ts";
import { windowsZone } from "./windows-zones.ts";

/** Dates outside are mistakes, or meant to make a program work for long. */
const [firstYear, lastYear] = [1900, 2200];

/** Reads the times of a calendar file: in UTC, in a zone that is known by its name, or in one that the file defines. */
export class CalendarZones {
  readonly #zones = new Map<string, ICAL.Timezone>();

  constructor(zones: readonly ZoneLines[]) {
    for (const { tzid, changes } of zones) {
      if (!tzid || this.#zones.has(tzid)) continue;
      const component = new ICAL.Component("vtimezone");
      component.addPropertyWithValue("tzid", tzid);
      for (const { name, lines } of changes) {
        const change = new ICAL.Component(name.toLowerCase());
        for (const line of lines) {
          const property = parseProperty(line);
          if (property) change.addProperty(property);
        }
        if (change.hasProperty("tzoffsetfrom") && change.hasProperty("tzoffsetto") && change.hasProperty("dtstart"))
          component.addSubcomponent(change);
      }
      if (component.getAllSubcomponents().length > 0) this.#zones.set(tzid, new ICAL.Timezone({ component, tzid }));
    }
  }

  /** The time of a property; null if it is not a date, or one outside of the years that calendars are used for. */
  timeOf(property: ICAL.Property | undefined): CalendarTime | null {
    const [written] = property ? writtenTimes(property) : [];
    return written && property ? this.resolve(written, tzidOf(property)) : null;
  }

  resolve(written: string, tzid: string | undefined): CalendarTime | null {
    const found = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(Z?))?$/.exec(written);
    if (!found || !isRealDate(found)) return null;
    const [, , , , hour, , , utc] = found;
    if (hour === undefined) return { kind: "day", value: written, zone: null };
    if (utc) return momentAt(new Date(written));
    if (!tzid) return { kind: "clock", value: written, zone: null };
    const known = knownZone(tzid);
    if (known) return momentAt(momentOf(written, known));
    const defined = this.#zones.get(tzid);
    if (defined) return momentAt(instantIn(defined, written));
    const windows = windowsZone(tzid);
    if (windows) return momentAt(momentOf(written, windows));
    const shown = shownZone(tzid);
    if (shown) return momentAt("zone" in shown ? momentOf(written, shown.zone) : new Date(`${written}${shown.offset}`));
    return { kind: "clock", value: written, zone: tzid.slice(0, 100) };
  }
}

/** Also the names with a prefix that some programs write, such as "/freeassociation.sourceforge.net/Europe/Berlin". */
function knownZone(tzid: string): string | undefined {
  const name = /^\/.*?\/((?:[A-Z][\w+-]*\/){0,2}[A-Z][\w+-]*)$/.exec(tzid)?.[1] ?? tzid;
  // Intl also knows names such as "EST" that mean a fixed offset there.
  return name.includes("/") || name === "UTC" || name === "GMT" ? (isKnownZone(name) ? name : undefined) : undefined;
}

const momentAt = (moment: Date | null): CalendarTime | null =>
  moment && !Number.isNaN(moment.getTime()) ? { kind: "moment", value: moment.toISOString(), zone: null } : null;

function instantIn(zone: ICAL.Timezone, written: string): Date | null {
  try {
    const time = ICAL.Time.fromDateTimeString(written);
    time.zone = zone;
    return new Date(time.toUnixTime() * 1000);
  } catch {
    return null;
  }
}

function isRealDate([, year, month, day, hour = "0", minute = "0", second = "0"]: string[]) {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  const isDay = date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return isDay && y >= firstYear && y <= lastYear && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
}

export const tzidOf = (property: ICAL.Property): string | undefined => {
  const tzid = property.getFirstParameter("tzid");
  return typeof tzid === "string" && tzid ? tzid : undefined;
};

/** The values of a date property as ISO text, as far as they look like dates. */
export const writtenTimes = (property: ICAL.Property): string[] =>
  property
    .toJSON()
    .slice(3)
    .flatMap((value: unknown) => {
      // A period is its start and its end.
      const first: unknown = Array.isArray(value) ? value[0] : value;
      return typeof first === "string" ? isoOf(first.replace(/\/.*$/, "")) : [];
    });

/** The parser takes a date without VALUE=DATE for a time with empty hours. */
const isoOf = (value: string) => value.replace(/T:*$/, "");
