// Formats dates, money and sizes: rupees with Indian grouping, day before month, in the reader's time zone.
import { once } from "./once.ts";

const two = (number: number) => String(number).padStart(2, "0");

/** 14-11-2026; an empty string if the date is absent or invalid. */
export function dayMonthYear(moment: Date | string | null | undefined) {
  const date = dateOf(moment);
  return date ? `${two(date.getDate())}-${two(date.getMonth() + 1)}-${date.getFullYear()}` : "";
}

const dateTimeFormat = once(() => new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short" }));

/** 14 Nov 2026, 9:46 am */
export function dateTime(moment: Date | string | null | undefined) {
  const date = dateOf(moment);
  return date ? dateTimeFormat().format(date) : "";
}

/** "9:46 am" today, "14 Nov" this year, 14-11-2025 before. */
export function shortMoment(moment: Date | string | null | undefined, now = new Date()) {
  const date = dateOf(moment);
  if (!date) return "";
  if (date.toDateString() === now.toDateString()) return timeOfDay(date);
  if (date.getFullYear() === now.getFullYear()) return `${date.getDate()} ${monthFormat().format(date)}`;
  return dayMonthYear(date);
}
/** Without Intl, which is slow for every row of a mail list. */
const timeOfDay = (date: Date) =>
  `${date.getHours() % 12 || 12}:${two(date.getMinutes())} ${date.getHours() < 12 ? "am" : "pm"}`;
const monthFormat = once(() => new Intl.DateTimeFormat("en-IN", { month: "short" }));

const numberFormat = once(() => new Intl.NumberFormat("en-IN"));
/** 1,00,000 */
export const grouped = (value: number) => numberFormat().format(value);

const rupeeFormat = once(
  () => new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 2 }),
);
/** ₹1,00,000; paise only if there are any. */
export const rupees = (amount: number) => rupeeFormat().format(amount).replace(/\.00$/, "");

/** 312 KB, 4.2 MB */
export function bytes(size: number) {
  if (size < 1024) return `${size} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = size / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

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
