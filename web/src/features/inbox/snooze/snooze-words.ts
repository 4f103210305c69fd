import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { once } from "#lib/once.ts";

const dayMs = 86_400_000;
const timeFormat = once(() => new Intl.DateTimeFormat(formatLocale(), { timeStyle: "short" }));
const dayFormat = once(
  () => new Intl.DateTimeFormat(formatLocale(), { weekday: "short", day: "numeric", month: "short" }),
);
const weekdayFormat = once(() => new Intl.DateTimeFormat(formatLocale(), { weekday: "short" }));
const yearFormat = once(() => new Intl.DateTimeFormat(formatLocale(), { year: "numeric" }));

/** "9:00 pm" today, "Tue 8:00 am" within a week, "Tue 1 Dec, 8:00 am" later, and with its year if that is another. */
export function snoozeMoment(until: Date, now = new Date()): string {
  const time = timeFormat().format(until);
  if (until.toDateString() === now.toDateString()) return time;
  if (until > now && until.getTime() - now.getTime() < 6 * dayMs)
    return t("{weekday} {time}", { weekday: weekdayFormat().format(until), time });
  const day = dayFormat().format(until);
  if (until.getFullYear() === now.getFullYear()) return t("{day}, {time}", { day, time });
  return t("{day} {year}, {time}", { day, year: yearFormat().format(until), time });
}

export function doneWords(count: number, until: Date | null) {
  if (until)
    return t("{count, plural, =1 {Message snoozed until {until}} other {# messages snoozed until {until}}}", {
      count,
      until: snoozeMoment(until),
    });
  return t("{count, plural, =1 {Message is back in the inbox} other {# messages are back in the inbox}}", { count });
}

/** The mark of a row that is snoozed, or came back and was not read since. */
export function markWords({ snoozedUntil, wokenAt, unread }: Pick<ThreadItem, "snoozedUntil" | "wokenAt" | "unread">) {
  if (snoozedUntil) return t("Snoozed until {snoozedUntil}", { snoozedUntil: snoozeMoment(snoozedUntil) });
  return wokenAt && unread ? t("Back from snooze") : undefined;
}
