import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { once } from "#lib/once.ts";

/** Consecutive rows of a list. A group without a label has no head. */
export type DateGroup = { label: string; start: number; end: number };

/** Names the day, week, month or year of a moment, as the reader's clock and calendar have it. Weeks begin on Monday. */
export function dateLabels(now: Date): (moment: Date) => string {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const startOf = (daysAgo: number) => new Date(year, month, day - daysAgo).getTime();
  const sinceMonday = (now.getDay() + 6) % 7;
  const [today, yesterday] = [startOf(0), startOf(1)];
  const [thisWeek, lastWeek] = [startOf(sinceMonday), startOf(sinceMonday + 7)];
  return (moment) => {
    const at = moment.getTime();
    // The future is today: the clocks of senders may be fast.
    if (at >= today) return t("Today");
    if (at >= yesterday) return t("Yesterday");
    if (at >= thisWeek) return t("This week");
    if (at >= lastWeek) return t("Last week");
    return (moment.getFullYear() === year ? monthFormat() : yearFormat()).format(moment);
  };
}

const monthFormat = once(() => new Intl.DateTimeFormat(formatLocale(), { month: "long" }));
const yearFormat = once(() => new Intl.DateTimeFormat(formatLocale(), { year: "numeric" }));

/** Groups the moments of a list, which are in order. */
export function groupByDate(moments: readonly Date[], now: Date): DateGroup[] {
  const labelOf = dateLabels(now);
  const groups: DateGroup[] = [];
  for (const [index, moment] of moments.entries()) {
    const label = labelOf(moment);
    const last = groups.at(-1);
    if (last?.label === label) last.end = index + 1;
    else groups.push({ label, start: index, end: index + 1 });
  }
  return groups;
}
