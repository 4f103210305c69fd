import type { CalendarEvent, CalendarTime, Repetition } from "@intellibox/contract/endpoints/invitations";
import type { AttendeeAnswer, InvitationAnswer } from "@intellibox/contract/rules/invitations";
import { weekdays } from "@intellibox/contract/rules/invitations";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { dateTime, listed } from "#lib/format.ts";

const dayLook = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const clockLook = { hour: "numeric", minute: "2-digit" } as const;

/** When an event is, in the reader's language and time zone. A day and a time without a zone are the same everywhere. */
export function whenText({ start, end }: Pick<CalendarEvent, "start" | "end">): string {
  if (!start) return "";
  if (start.kind === "day") {
    const days = rangeText(start, end, { ...dayLook, timeZone: "UTC" });
    return end ? days : t("{day}, all day", { day: days });
  }
  const look = { ...dayLook, ...clockLook };
  if (start.kind === "moment") return rangeText(start, end, { ...look, timeZoneName: "short" });
  const text = rangeText(start, end, { ...look, timeZone: "UTC" });
  return start.zone ? `${text} (${start.zone})` : text;
}

function rangeText(start: CalendarTime, end: CalendarTime | null, look: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(formatLocale(), look);
  return end ? format.formatRange(dateOf(start), dateOf(end)) : format.format(dateOf(start));
}

/** A day or a wall time as if it were in UTC. */
const dateOf = ({ kind, value }: CalendarTime) =>
  new Date(kind === "moment" ? value : kind === "day" ? `${value}T00:00:00Z` : `${value}Z`);

/** "Every 2 weeks (Monday, Wednesday), 10 times" */
export function repeatsText({ every, interval, days, monthDays, count, until }: Repetition): string {
  const positions = days.map(({ position }) => position);
  if (every === "other" || !positions.every((position) => position in ordinals)) return t("Repeats");
  const on = [...days.map(dayText), ...monthDays.map(monthDayText)];
  const rule = unitText[every](interval);
  const whole = on.length > 0 ? t("{rule} ({days})", { rule, days: listed(on) }) : rule;
  if (count) return t("{rule}, {count, plural, one {# time} other {# times}}", { rule: whole, count });
  return until ? t("{rule}, until {date}", { rule: whole, date: dayOnly(until) }) : whole;
}

const unitText = {
  day: (interval: number) => t("{interval, plural, one {Every day} other {Every # days}}", { interval }),
  week: (interval: number) => t("{interval, plural, one {Every week} other {Every # weeks}}", { interval }),
  month: (interval: number) => t("{interval, plural, one {Every month} other {Every # months}}", { interval }),
  year: (interval: number) => t("{interval, plural, one {Every year} other {Every # years}}", { interval }),
};

const ordinals: Record<number, (day: string) => string> = {
  0: (day) => day,
  1: (day) => t("first {day}", { day }),
  2: (day) => t("second {day}", { day }),
  3: (day) => t("third {day}", { day }),
  4: (day) => t("fourth {day}", { day }),
  5: (day) => t("fifth {day}", { day }),
  [-1]: (day) => t("last {day}", { day }),
};

/** 4 January 2026 is a Sunday. */
const dayText = ({ day, position }: Repetition["days"][number]) => {
  const date = new Date(Date.UTC(2026, 0, 4 + weekdays.indexOf(day)));
  const name = new Intl.DateTimeFormat(formatLocale(), { weekday: "long", timeZone: "UTC" }).format(date);
  return ordinals[position]?.(name) ?? name;
};

const monthDayText = (day: number) => (day === -1 ? t("last day of the month") : t("day {day}", { day }));

const dayOnly = (time: CalendarTime) =>
  new Intl.DateTimeFormat(formatLocale(), {
    dateStyle: "medium",
    ...(time.kind !== "moment" && { timeZone: "UTC" }),
  }).format(dateOf(time));

export const attendeeWords: Record<AttendeeAnswer, string> = {
  accepted: t("Accepted"),
  tentative: t("Maybe"),
  declined: t("Declined"),
  delegated: t("Delegated"),
  waiting: t("No answer yet"),
};

type GivenAnswer = {
  answer: InvitationAnswer;
  answeredAt: Date;
  state: "sent" | "queued" | "failed";
  isEarlier: boolean;
};

/** Says which answer the reader gave, and when. */
export function givenText({ answer, answeredAt, state, isEarlier }: GivenAnswer): string {
  if (state === "failed") return t("Your answer could not be sent. Please give it again.");
  const date = dateTime(answeredAt);
  return (isEarlier ? earlier : given)[answer](date);
}

const given: Record<InvitationAnswer, (date: string) => string> = {
  accepted: (date) => t("You accepted on {date}.", { date }),
  tentative: (date) => t("You answered with maybe on {date}.", { date }),
  declined: (date) => t("You declined on {date}.", { date }),
};
const earlier: Record<InvitationAnswer, (date: string) => string> = {
  accepted: (date) =>
    t("You accepted an earlier version on {date}. The organizer has changed the event since.", { date }),
  tentative: (date) =>
    t("You answered an earlier version with maybe on {date}. The organizer has changed the event since.", { date }),
  declined: (date) =>
    t("You declined an earlier version on {date}. The organizer has changed the event since.", { date }),
};
