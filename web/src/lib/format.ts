// Formats dates, money, sizes and lists in the reader's language: rupees with Indian grouping, day before month, in the
// reader's time zone.
import { formatLocale } from "@intellibox/contract/text/translator";
import { once } from "./once.ts";

const digits = once(() => new Intl.NumberFormat(formatLocale(), { minimumIntegerDigits: 2, useGrouping: false }));
const two = (number: number) => digits().format(number);

/** 14-11-2026; an empty string if the date is absent or invalid. */
export function dayMonthYear(moment: Date | string | null | undefined) {
  const date = dateOf(moment);
  return date ? `${two(date.getDate())}-${two(date.getMonth() + 1)}-${two(date.getFullYear())}` : "";
}

const dateTimeFormat = once(() => new Intl.DateTimeFormat(formatLocale(), { dateStyle: "medium", timeStyle: "short" }));

/** 14 Nov 2026, 9:46 am */
export function dateTime(moment: Date | string | null | undefined) {
  const date = dateOf(moment);
  return date ? dateTimeFormat().format(date) : "";
}

/** 14 Nov 2026, 9:46 am: for mails, whose heads are in English for every reader, because mail programs recognise them. */
export const mailDateTime = (date: Date) =>
  new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short" }).format(date);

/** "9:46 am" today, "14 Nov" this year, 14-11-2025 before. */
export function shortMoment(moment: Date | string | null | undefined, now = new Date()) {
  const date = dateOf(moment);
  if (!date) return "";
  if (date.toDateString() === now.toDateString()) return timeFormat().format(date);
  if (date.getFullYear() === now.getFullYear()) return dayFormat().format(date);
  return dayMonthYear(date);
}
const timeFormat = once(() => new Intl.DateTimeFormat(formatLocale(), { timeStyle: "short" }));
const dayFormat = once(() => new Intl.DateTimeFormat(formatLocale(), { day: "numeric", month: "short" }));

const numberFormat = once(() => new Intl.NumberFormat(formatLocale()));
/** 1,00,000 */
export const grouped = (value: number) => numberFormat().format(value);

const rupeeFormat = once(
  () => new Intl.NumberFormat(formatLocale(), { style: "currency", currency: "INR", maximumFractionDigits: 2 }),
);
/** ₹1,00,000; paise only if there are any. */
export const rupees = (amount: number) => rupeeFormat().format(amount).replace(/\.00$/, "");

/** 312 KB, 4.2 MB */
export function bytes(size: number) {
  if (size < 1024) return `${wholeFormat().format(size)} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = size / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${(value < 10 && unit > 0 ? tenthFormat() : wholeFormat()).format(value)} ${units[unit]}`;
}
const wholeFormat = once(() => new Intl.NumberFormat(formatLocale(), { maximumFractionDigits: 0, useGrouping: false }));
const tenthFormat = once(
  () => new Intl.NumberFormat(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

const percentFormat = once(() => new Intl.NumberFormat(formatLocale(), { style: "percent" }));
/** 25% of 0.25 */
export const percent = (share: number) => percentFormat().format(share);

const listFormat = once(() => new Intl.ListFormat(formatLocale(), { type: "unit", style: "short" }));
/** "3 opens, 1 click": the comma of the reader's language. */
export const listed = (items: readonly string[]) => listFormat().format(items);

/** Two letters for an avatar: "Priya Nair" → PN, "orders@saffron.in" → OR. */
export function initials(nameOrEmail: string) {
  const words = (nameOrEmail.split("@")[0] ?? "").split(/[\s._\-<>"']+/).filter(Boolean);
  const [first = "", last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = last ? [...first].slice(0, 1).concat([...last].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join("").toUpperCase() || "?";
}

/** Cuts text to a length and adds an ellipsis. */
export const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).trimEnd()}…` : text;

function dateOf(moment: Date | string | null | undefined) {
  if (moment === null || moment === undefined || moment === "") return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date;
}
