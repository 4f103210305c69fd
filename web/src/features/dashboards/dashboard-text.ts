import type { Figure, MyDashboard } from "@intellibox/contract/endpoints/dashboards";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";

/** "+12% vs last week", or a sentence if the previous period has no data. */
export function changeText({ value, before }: Figure, period: "week" | "month") {
  if (before === 0) return t("No data for the previous period");
  const percent = Math.round(((value - before) / before) * 100);
  if (percent === 0) return period === "week" ? t("Same as last week") : t("Same as last month");
  return period === "week"
    ? t("{percent}% vs last week", { percent: signed(percent) })
    : t("{percent}% vs last month", { percent: signed(percent) });
}

/** 42 min, 1.8 h, 3.2 days */
export function durationText(minutes: number) {
  if (minutes < 60) return t("{minutes} min", { minutes: Math.round(minutes) });
  const hours = minutes / 60;
  return hours < 48 ? t("{hours} h", { hours: oneDigit(hours) }) : t("{days} days", { days: oneDigit(hours / 24) });
}

/** "24 min faster" than the period before. */
export function fasterText({ value, before }: { value: number | null; before: number | null }) {
  if (value === null) return t("No replies this week");
  if (before === null) return t("No data for the previous period");
  const difference = Math.round(value - before);
  if (difference === 0) return t("Same as last week");
  const duration = durationText(Math.abs(difference));
  return difference < 0 ? t("{duration} faster", { duration }) : t("{duration} slower", { duration });
}

/** The link from an entry of the recent activity to its mail or summary. */
export function linkTo({ id, subject, action }: Pick<MyDashboard["recent"][number], "id" | "subject" | "action">) {
  if (action === "Summarized") return `/summarize?id=${id}`;
  const list = action === "Waiting to be sent" || action === "Not sent" ? "/outbox" : "/sent";
  return subject ? `${list}?${new URLSearchParams({ q: subject.slice(0, 200) })}` : list;
}

/** "72%", or a dash if the whole is zero. */
export const shareText = (part: number, whole: number) => (whole > 0 ? `${Math.round((part / whole) * 100)}%` : "–");

/** "99%". Rounded down, so that it is 100% only if nothing is used. */
export const leftText = (left: number, whole: number) =>
  left < whole ? `${Math.floor((left / whole) * 100)}%` : shareText(left, whole);

/** "99.98%". Rounded down, so that it is 100% only without any downtime. */
export const uptimeText = (percent: number) =>
  percent === 100 ? "100%" : `${Math.min(99.99, Math.floor(percent * 100) / 100).toFixed(2)}%`;

const dayFormat = new Intl.DateTimeFormat(formatLocale(), { weekday: "short", day: "numeric", timeZone: "UTC" });
const dateFormat = new Intl.DateTimeFormat(formatLocale(), { day: "numeric", month: "short", timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat(formatLocale(), { month: "short", year: "numeric", timeZone: "UTC" });

/** "Sun 15" */
export const weekdayOf = (day: string) =>
  dayFormat
    .formatToParts(new Date(day))
    .filter(({ type }) => type === "weekday" || type === "day")
    .map(({ value }) => value)
    .sort((a, b) => Number(/^\d/.test(a)) - Number(/^\d/.test(b)))
    .join(" ");
/** "15 Nov" */
export const dayOf = (day: string) => dateFormat.format(new Date(day));
/** "Nov 2026" */
export const monthOf = (month: string) => monthFormat.format(new Date(`${month}-01`));

/** The last day or month of a chart is not over yet. The label says so, since its bar looks like a drop. */
export const dayLabel = (fromEnd: number, label: string) => (fromEnd === 1 ? t("Today so far") : label);
export const monthLabel = (fromEnd: number, label: string) => (fromEnd === 1 ? t("{label} so far", { label }) : label);

const signed = (value: number) => (value > 0 ? `+${value}` : `−${Math.abs(value)}`);
const oneDigit = (value: number) => String(Math.round(value * 10) / 10);
