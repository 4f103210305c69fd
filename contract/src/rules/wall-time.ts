/** Converts between instants and the wall time of a time zone (IANA name; an unknown one counts as UTC). */
export type WallTime = { year: number; month: number; day: number; hour: number; minute: number; second: number };

export function wallTime(moment: Date, timeZone: string): WallTime {
  const parts = clockIn(timeZone).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return {
    year: of("year"),
    month: of("month"),
    day: of("day"),
    hour: of("hour"),
    minute: of("minute"),
    second: of("second"),
  };
}

/** Minutes east of UTC at that instant. */
export function offsetMinutes(moment: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallTime(moment, timeZone);
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((shown - moment.getTime()) / 60_000);
}

/** Parses ISO text. Without an offset it is wall time in the zone. Null if it is not a date. */
export function momentOf(text: string | null | undefined, timeZone: string): Date | null {
  const written = text?.trim() ?? "";
  if (!/^\d{4}-\d\d-\d\d/.test(written)) return null;
  const asUtc = isFloating(written) ? new Date(`${written.length === 10 ? `${written}T00:00` : written}Z`) : null;
  const moment = asUtc ?? new Date(written);
  if (Number.isNaN(moment.getTime())) return null;
  return asUtc ? instantOf(asUtc, timeZone) : moment;
}

const dayMs = 86_400_000;

/**
 * The instant at which clocks of the zone show what `shown` says in UTC. If they show it twice, because they are set back, it is the
 * first time; if they skip it, the time moves forward by what they skip (as Temporal's "compatible" does).
 */
function instantOf(shown: Date, timeZone: string): Date {
  const at = shown.getTime();
  // No zone is a day away from UTC, so these are the offsets before and after any change of the clocks that could matter.
  const [before = 0, after = 0] = [at - dayMs, at + dayMs].map((ms) => offsetMinutes(new Date(ms), timeZone) * 60_000);
  const fits = (offset: number) => offsetMinutes(new Date(at - offset), timeZone) * 60_000 === offset;
  return new Date(at - (fits(before) || !fits(after) ? before : after));
}

/** The offset in ISO text, in minutes. Null if there is none, or if it is UTC, which programs write for any zone. */
export function statedOffset(text: string | null | undefined): number | null {
  const [, sign, hours, minutes] = /T.*([+-])(\d\d):?(\d\d)$/.exec(text?.trim() ?? "") ?? [];
  if (!hours) return null;
  const offset = Number(hours) * 60 + Number(minutes);
  return offset === 0 ? null : sign === "-" ? -offset : offset;
}

/** 2026-11-20 17:00 */
export function wallText(moment: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = wallTime(moment, timeZone);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

/** Monday 16 November 2026 at 17:00; undefined if the zone is not known. */
export const spelledTime = (moment: Date, timeZone: string): string | undefined => spellerIn(timeZone)?.format(moment);

export const isKnownZone = (timeZone: string): boolean => clockOf(timeZone) !== undefined;

const isFloating = (text: string) => !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10));
const two = (value: number) => String(value).padStart(2, "0");

/** Formatters are expensive, so they are cached; names of zones come from callers, so the cache is bounded. */
function cached<Formatter>(open: (timeZone: string) => Formatter) {
  const kept = new Map<string, Formatter>();
  return (timeZone: string): Formatter => {
    const found = kept.get(timeZone);
    if (found) return found;
    const made = open(timeZone);
    if (made && kept.size < 100) kept.set(timeZone, made);
    return made;
  };
}

const clockOf = cached(openClock);
const clockIn = (timeZone: string) => clockOf(timeZone) ?? clockOf("UTC") ?? new Intl.DateTimeFormat("en");

const spellerIn = cached((timeZone) => {
  try {
    return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone });
  } catch {
    return undefined;
  }
});

function openClock(timeZone: string) {
  try {
    return new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
  }
}
