import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { grouped } from "#lib/format.ts";
import { once } from "#lib/once.ts";

const dayMs = 86_400_000;
const timeFormat = once(() => new Intl.DateTimeFormat("en-IN", { timeStyle: "short" }));
const dayFormat = once(() => new Intl.DateTimeFormat("en-IN", { weekday: "short", day: "numeric", month: "short" }));
const weekdayFormat = once(() => new Intl.DateTimeFormat("en-IN", { weekday: "short" }));

/** "9:00 pm" today, "Tue 8:00 am" within a week, "Tue 1 Dec, 8:00 am" later, and with its year if that is another. */
export function snoozeMoment(until: Date, now = new Date()): string {
  const time = timeFormat().format(until);
  if (until.toDateString() === now.toDateString()) return time;
  if (until > now && until.getTime() - now.getTime() < 6 * dayMs) return `${weekdayFormat().format(until)} ${time}`;
  const year = until.getFullYear() === now.getFullYear() ? "" : ` ${until.getFullYear()}`;
  return `${dayFormat().format(until)}${year}, ${time}`;
}

export function doneWords(count: number, until: Date | null) {
  const who = count === 1 ? t("Message") : t("{count} messages", { count: grouped(count) });
  if (until) return t("{who} snoozed until {until}", { who, until: snoozeMoment(until) });
  return `${who} ${count === 1 ? "is" : "are"} back in the inbox`;
}

/** The mark of a row that is snoozed, or came back and was not read since. */
export function markWords({ snoozedUntil, wokenAt, unread }: Pick<ThreadItem, "snoozedUntil" | "wokenAt" | "unread">) {
  if (snoozedUntil) return t("Snoozed until {snoozedUntil}", { snoozedUntil: snoozeMoment(snoozedUntil) });
  return wokenAt && unread ? t("Back from snooze") : undefined;
}
