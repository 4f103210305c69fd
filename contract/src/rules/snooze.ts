/** The moments that a snooze offers, and those that it refuses. */
import { t } from "../text/t.ts";
import type { RuleSnooze } from "./mail-rules.ts";
import { momentOf, type WallTime, wallTime } from "./wall-time.ts";

export type SnoozeChoice = { label: string; until: Date };

const hourMs = 3_600_000;
const morning = 8;
const evening = 18;
const lastHour = 21;
/** Until then the night belongs to the day before. */
const nightEnds = 5;
const [sunday, monday, saturday] = [0, 1, 6];

/** The earliest first, each in the future, and none twice. */
export function snoozeChoices(now: Date, timeZone: string): SnoozeChoice[] {
  const today = wallTime(now, timeZone);
  const weekday = weekdayOf(today);
  const isWeekend = weekday === saturday || weekday === sunday;
  const choices = [
    ...laterToday(now, today, timeZone),
    { label: t("Tomorrow"), until: at(today, 1, morning, timeZone) },
    {
      label: isWeekend ? t("Next weekend") : t("This weekend"),
      until: at(today, daysUntil(saturday, weekday), morning, timeZone),
    },
    { label: t("Next week"), until: at(today, daysUntil(monday, weekday), morning, timeZone) },
  ];
  const isFirst = ({ until }: SnoozeChoice, index: number) =>
    choices.findIndex((other) => other.until.getTime() === until.getTime()) === index;
  return choices
    .filter((choice, index) => choice.until > now && isFirst(choice, index))
    .sort((a, b) => a.until.getTime() - b.until.getTime());
}

/** Three hours on, to the nearest hour; in the night this morning, and in the evening its end, if that is an hour away at least. */
function laterToday(now: Date, today: WallTime, timeZone: string): SnoozeChoice[] {
  if (today.hour < nightEnds) return [{ label: t("This morning"), until: at(today, 0, morning, timeZone) }];
  if (today.hour >= evening) {
    const until = at(today, 0, lastHour, timeZone);
    return until.getTime() - now.getTime() >= hourMs ? [{ label: t("This evening"), until }] : [];
  }
  const soon = wallTime(new Date(now.getTime() + 3 * hourMs), timeZone);
  const until = at(soon, 0, soon.minute >= 30 ? soon.hour + 1 : soon.hour, timeZone);
  return [{ label: t("Later today"), until }];
}

/** The moment until which a rule snoozes: the next evening, morning, Saturday, Monday or first day of a month. */
export function ruleSnoozeUntil(choice: RuleSnooze, now: Date, timeZone: string): Date {
  const today = wallTime(now, timeZone);
  const weekday = weekdayOf(today);
  switch (choice) {
    case "evening":
      return at(today, today.hour < evening ? 0 : 1, evening, timeZone);
    case "tomorrow":
      return at(today, 1, morning, timeZone);
    case "weekend":
      return at(today, daysUntil(saturday, weekday), morning, timeZone);
    case "nextWeek":
      return at(today, daysUntil(monday, weekday), morning, timeZone);
    case "nextMonth":
      return at({ ...today, month: today.month + 1, day: 1 }, 0, morning, timeZone);
  }
}

/** An hour of the day that is `days` after the one of `wall`. */
function at({ year, month, day }: WallTime, days: number, hour: number, timeZone: string): Date {
  const text = new Date(Date.UTC(year, month - 1, day + days, hour)).toISOString().slice(0, 16);
  const moment = momentOf(text, timeZone);
  if (!moment) throw new Error("A date was not computed");
  return moment;
}

const weekdayOf = ({ year, month, day }: WallTime) => new Date(Date.UTC(year, month - 1, day)).getUTCDay();
/** From one to seven. */
const daysUntil = (wanted: number, weekday: number) => ((wanted - weekday + 6) % 7) + 1;

export const maxSnoozeYears = 5;

/** A sentence for the reader if a message cannot be snoozed until then. */
export function snoozeRefusal(until: Date, now: Date): string | undefined {
  if (until <= now) return t("Choose a time in the future.");
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + maxSnoozeYears);
  return until > last ? t("Choose a time within the next {maxSnoozeYears} years.", { maxSnoozeYears }) : undefined;
}
