import type { CalendarTime, Repetition } from "@intellibox/contract/endpoints/invitations";
import { weekdays } from "@intellibox/contract/rules/invitations";
import ICAL from "ical.js";

const units = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" } as const;
/** Parts of a rule that the words for it say. */
const said = new Set(["BYDAY", "BYMONTHDAY", "BYMONTH"]);
const maxInterval = 1000;

export type Rule = Repetition & {
  /** As it is written into a calendar file. */
  source: string;
};

/** Reads a rule of a series without expanding it, because it may have any number of occurrences. */
export function readRule(
  property: ICAL.Property | undefined,
  resolve: (written: string) => CalendarTime | null,
): Rule | null {
  const recur = recurOf(property);
  if (!recur) return null;
  const parts = Object.keys(recur.parts);
  const days = (recur.parts.BYDAY ?? []).flatMap((value) => dayOf(String(value)));
  const monthDays = (recur.parts.BYMONTHDAY ?? [])
    .map(Number)
    .filter((day) => Number.isInteger(day) && Math.abs(day) <= 31);
  const interval = Number(recur.interval) || 1;
  const unit = units[recur.freq as keyof typeof units];
  const isCommon = unit && parts.every((part) => said.has(part)) && interval <= maxInterval && days.length <= 7;
  const positions = days.some(({ position }) => position !== 0);
  // A yearly rule repeats its start's month; other months, or a mix of days of the month and of the week, are uncommon.
  const isSayable =
    isCommon &&
    !(positions && unit !== "month" && unit !== "year") &&
    !(parts.includes("BYMONTH") && unit !== "year") &&
    (recur.parts.BYMONTH?.length ?? 0) <= 1 &&
    !(days.length > 0 && monthDays.length > 0);
  const source = recur.toString();
  if (!/^[A-Z0-9=;,+:-]{5,500}$/i.test(source)) return null;
  return {
    every: isSayable ? unit : "other",
    interval,
    days,
    monthDays,
    count: recur.count ?? null,
    until: recur.until ? resolve(recur.until.toString()) : null,
    source,
  };
}

function recurOf(property: ICAL.Property | undefined): ICAL.Recur | undefined {
  try {
    const value = property?.getFirstValue();
    return value instanceof ICAL.Recur && value.freq ? value : undefined;
  } catch {
    return undefined;
  }
}

function dayOf(value: string): Repetition["days"] {
  const [, position = "", name] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(value.toUpperCase()) ?? [];
  const day = weekdays.find((known) => known === name);
  return day ? [{ day, position: Number(position) || 0 }] : [];
}

const dayMs = 86_400_000;
const longestMs = {
  day: dayMs,
  week: 7 * dayMs,
  month: 31 * dayMs,
  year: 366 * dayMs,
  other: Number.POSITIVE_INFINITY,
};

/** When the last occurrence has certainly begun, counted from the first; Infinity if the rule does not say. */
export function longestRun({ every, interval, count, monthDays, days }: Repetition): number {
  if (count === null) return Number.POSITIVE_INFINITY;
  // Some months have no 31st and no fifth Monday: the series then takes longer than its count of months.
  const skips = monthDays.some((day) => Math.abs(day) > 28) || days.some(({ position }) => Math.abs(position) > 4);
  return skips || every === "year" ? Number.POSITIVE_INFINITY : count * interval * longestMs[every];
}
