import { isKnownZone, offsetMinutes } from "@intellibox/contract/rules/wall-time";
import { windowsZone } from "./windows-zones.ts";

const pattern = /^\((?:UTC|GMT)(?:([+-])(\d\d):(\d\d))?\)\s*(.{0,200})$/;
/** One in each half of the year: the smaller offset is the standard time. */
const [january, july] = [new Date("2026-01-15T12:00:00Z"), new Date("2026-07-15T12:00:00Z")];

/**
 * The zone of a name that Windows shows to people and Outlook writes, such as "(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi" or
 * "(UTC-05:00) Eastern Time (US & Canada)". If no zone with these words and this offset is known, the offset itself counts.
 */
export function shownZone(tzid: string): { zone: string } | { offset: string } | undefined {
  const found = pattern.exec(tzid.trim());
  if (!found) return undefined;
  const [, sign = "+", hours = "00", minutes = "00", words = ""] = found;
  const offset = `${sign}${hours}:${minutes}`;
  const wanted = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const candidates = [
    windowsZone(words),
    windowsZone(words.replace(/ Time\b.*$/, " Standard Time")),
    ...words.split(",").map((city) => zones.get(city.trim().toLowerCase())),
  ];
  const zone = candidates.find((name) => name !== undefined && isKnownZone(name) && standardOffset(name) === wanted);
  if (zone) return { zone };
  return Math.abs(wanted) <= 14 * 60 && Number(minutes) < 60 ? { offset } : undefined;
}

const standardOffset = (zone: string) => Math.min(offsetMinutes(january, zone), offsetMinutes(july, zone));

/** By the city, in lower case. */
const zones = new Map(
  Intl.supportedValuesOf("timeZone").map((name) => [
    name
      .slice(name.lastIndexOf("/") + 1)
      .replaceAll("_", " ")
      .toLowerCase(),
    name,
  ]),
);
