import { monthOf } from "./thread-words.ts";

/**
 * Parses a date as mail programs write it into ISO 8601; null if it is ambiguous. The result has an offset only if the text
 * states one: otherwise the time is local to the writer, and an invented zone would shift it.
 */
export function parseThreadDate(source: string): string | null {
  // No mail program writes a longer date.
  const text = plainDigits(source.slice(0, 160)).replace(/[\u00a0\u202f\u2009]/g, " ");
  const time = findTime(text);
  // Removed first, so that its digits are not read as a day.
  const day = findDay(time ? `${text.slice(0, time.at)} ; ${text.slice(time.end)}` : text, time?.isTwelveHour ?? false);
  if (!day) return null;
  const { hour = 0, minute = 0, second = 0 } = time ?? {};
  const pad = (value: number, size = 2) => String(value).padStart(size, "0");
  const date = `${pad(day.year, 4)}-${pad(day.month)}-${pad(day.day)}`;
  return `${date}T${pad(hour)}:${pad(minute)}:${pad(second)}${time ? findZone(text.slice(time.end)) : ""}`;
}

type Time = { at: number; end: number; hour: number; minute: number; second: number; isTwelveHour: boolean };

const clock =
  /(?<!\d)(\d{1,2})\s?[:.h時]\s?(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?!\d|\.\d)\s?([ap]\.?\s?m\.?(?!\p{L}))?/giu;
const hoursOnly = /(?<!\d)(\d{1,2})()()\s?([ap]\.?m\.?)(?!\p{L})/giu;

function findTime(text: string): Time | undefined {
  for (const pattern of [clock, hoursOnly]) {
    for (const found of text.matchAll(pattern)) {
      const [whole, hours, minutes, seconds, half = ""] = found;
      const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds ?? 0)];
      const end = found.index + whole.length;
      const isTwelveHour = half !== "";
      const isReal = hour <= (isTwelveHour ? 12 : 23) && minute < 60 && second < 60;
      // 12.03. is a date, although 12.03 could be a time.
      const isDate =
        /^\s?[./]\s?\d/.test(text.slice(end, end + 4)) || "./-".includes(text.charAt(found.index - 1) || " ");
      if (!isReal || isDate) continue;
      const offset = /^p/i.test(half) ? 12 : 0;
      return { at: found.index, end, hour: isTwelveHour ? (hour % 12) + offset : hour, minute, second, isTwelveHour };
    }
  }
  return undefined;
}

type Day = { year: number; month: number; day: number };

function findDay(text: string, isAmerican: boolean): Day | undefined {
  const numbers = /(?<!\d)(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})(?!\d)/.exec(text);
  if (numbers) return numericDay(numbers, isAmerican);
  const eastern = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})/.exec(text);
  if (eastern) return real(Number(eastern[1]), Number(eastern[2]), Number(eastern[3]));
  return namedDay(text);
}

function numericDay([, first = "", mark, second = "", third = ""]: RegExpExecArray, isAmerican: boolean) {
  if (first.length === 4) return real(Number(first), Number(second), Number(third));
  const year = third.length === 2 ? 2000 + Number(third) : Number(third);
  const [a, b] = [Number(first), Number(second)];
  // 1/5 is 5 January beside "PM", otherwise 1 May, unless only one of them is possible.
  const isMonthFirst = b > 12 || (mark === "/" && isAmerican && a <= 12);
  return isMonthFirst ? real(year, a, b) : real(year, b, a);
}

const dayThenMonth = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º|ª|-)?[\s,.-]{0,3}(?:de |of |d')?([\p{L}\p{M}]{2,20})/giu;
const monthThenDay = /([\p{L}\p{M}]{2,20})[.॰]?[\s-]{1,3}(?:de )?(\d{1,2})(?!\d|[:])/giu;

function namedDay(text: string): Day | undefined {
  const year = Number(/(?<!\d)(19[7-9]\d|20\d\d)(?!\d)/.exec(text)?.[1] ?? shortYear(text));
  // Day before month first: in "mar. 5 mars" the first word is Tuesday.
  for (const [, day = "", word = ""] of text.matchAll(dayThenMonth)) {
    const found = real(year, monthOf(word) ?? 0, Number(day));
    if (found) return found;
  }
  for (const [, word = "", day = ""] of text.matchAll(monthThenDay)) {
    const found = real(year, monthOf(word) ?? 0, Number(day));
    if (found) return found;
  }
  return undefined;
}

/** "5-Jan-24", as some programs still write it. */
const shortYear = (text: string) => {
  const found = /\d{1,2}[ -]\p{L}{3,9}[ -](\d{2})(?!\d)/u.exec(text)?.[1];
  return found ? 2000 + Number(found) : 0;
};

function real(year: number, month: number, day: number): Day | undefined {
  if (year < 1970 || year > 2100 || month < 1 || month > 12 || day < 1) return undefined;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() ? { year, month, day } : undefined;
}

/** The zones of RFC 5322 4.3 and the most common names in mail; ambiguous names are left out. */
const zones: Record<string, string> = {
  z: "Z",
  ut: "Z",
  utc: "Z",
  gmt: "Z",
  est: "-05:00",
  edt: "-04:00",
  cst: "-06:00",
  cdt: "-05:00",
  mst: "-07:00",
  mdt: "-06:00",
  pst: "-08:00",
  pdt: "-07:00",
  cet: "+01:00",
  cest: "+02:00",
  mez: "+01:00",
  mesz: "+02:00",
  eet: "+02:00",
  eest: "+03:00",
  wet: "+00:00",
  west: "+01:00",
  bst: "+01:00",
  msk: "+03:00",
  ist: "+05:30",
  jst: "+09:00",
};

function findZone(rest: string): string {
  const near = /^\s*\(?(?:gmt|utc)?\s?([+\u2212-])(\d{1,2}):?(\d{2})?(?!\d)/i.exec(rest);
  // "10:00 AM 5/2/2024 -0400": only with all four digits, because shorter numbers are ambiguous.
  const offset = near ?? /\s([+-])(\d{2})(\d{2})(?!\d)/.exec(rest);
  if (offset) {
    const [, sign = "+", hours = "0", minutes = "00"] = offset;
    if (Number(hours) <= 14 && Number(minutes) < 60) {
      return `${sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`;
    }
  }
  return zones[/^\s*\(?([A-Z]{1,4})(?![a-z])/.exec(rest)?.[1]?.toLowerCase() ?? ""] ?? "";
}

/** Devanagari digits have a fixed code point offset from ASCII digits. */
const plainDigits = (text: string) => text.replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
