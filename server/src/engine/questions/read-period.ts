import { wallTime } from "@intellibox/contract/rules/wall-time";
import type { Period } from "./types.ts";

const months = "january february march april may june july august september october november december".split(" ");
const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const monthWord =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

type Found = { period: Period; text: string };
type Day = { year: number; month: number; day: number };
type Rule = [RegExp, (match: RegExpExecArray, today: Day) => Period | undefined];

const dayText = ({ year, month, day }: Day) => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
const shifted = ({ year, month, day }: Day, days: number): Day => ({ year, month, day: day + days });
const span = (from: Day, days: number): Period => ({ after: dayText(from), before: dayText(shifted(from, days)) });
/** Weeks begin on Monday. */
const monday = (today: Day): Day =>
  shifted(today, -((new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay() + 6) % 7));
const monthOf = (year: number, month: number): Period => ({
  after: dayText({ year, month, day: 1 }),
  before: dayText({ year, month: month + 1, day: 1 }),
});
const monthNumber = (word = "") => months.findIndex((name) => name.startsWith(word.slice(0, 3).toLowerCase())) + 1;
/** The last such month that has begun. */
const lastMonth = (word: string | undefined, today: Day) => {
  const month = monthNumber(word);
  return { year: month > today.month ? today.year - 1 : today.year, month };
};
const countWords: Record<string, number> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  few: 5,
  couple: 2,
};
const unitDays: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

const weekdayWord = "(sunday|monday|tuesday|wednesday|thursday|friday|saturday)";
const dayOfWeek = ({ year, month, day }: Day) => new Date(Date.UTC(year, month - 1, day)).getUTCDay();
/** The next such day, which may be today unless it is said to be the next one. */
const nextDay = (word: string, today: Day, isNext: boolean) =>
  shifted(today, (weekdays.indexOf(word) - dayOfWeek(today) + 7) % 7 || (isNext ? 7 : 0));
const lastDay = (word: string, today: Day) =>
  shifted(today, -((dayOfWeek(today) - weekdays.indexOf(word) + 7) % 7 || 7));
/** "by" includes the day, "before" does not. */
const upTo = (preposition: string | undefined, day: Day): Period => {
  if (preposition === "before") return { before: dayText(day) };
  return /by|until|till/.test(preposition ?? "") ? { before: dayText(shifted(day, 1)) } : span(day, 1);
};

/** Days to come, in a question about what is due. */
const dueRules: Rule[] = [
  [
    new RegExp(`\\b(?:(on|by|until|till|before) )?(?:(this|next|coming) )?${weekdayWord}\\b`),
    ([, preposition, which, word = ""], today) => upTo(preposition, nextDay(word, today, which === "next")),
  ],
  [
    new RegExp(
      `\\b(?:(on|by|until|till|before) )?(?:the )?(?:(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthWord}|${monthWord} (\\d{1,2})(?:st|nd|rd|th)?)(?:,? (\\d{4}))?\\b`,
    ),
    ([, preposition, first, monthAfter, monthBefore, second, given], today) => {
      const [month, day] = [monthNumber(monthAfter ?? monthBefore), Number(first ?? second)];
      const isPast = dayText({ year: today.year, month, day }) < dayText(today);
      const year = given ? Number(given) : today.year + (isPast ? 1 : 0);
      return upTo(preposition, { year, month, day });
    },
  ],
];

const rules: Rule[] = [
  [
    new RegExp(
      `(?<=\\b(?:write|wrote|say|said|send|sent|ask|asked|mail|mailed|email|emailed|tell|told|reply|replied|answer|answered)(?: me| us)? )(?:on|last) (?:last )?${weekdayWord}\\b`,
    ),
    ([, word = ""], today) => span(lastDay(word, today), 1),
  ],
  [/\b(?:due |by )?today\b/, (_, today) => span(today, 1)],
  [/\byesterday\b/, (_, today) => span(shifted(today, -1), 1)],
  [/\btomorrow\b/, (_, today) => span(shifted(today, 1), 1)],
  [/\b(?:this|current) week\b/, (_, today) => span(monday(today), 7)],
  [/\b(?:last|previous|past) week\b/, (_, today) => span(shifted(monday(today), -7), 7)],
  [/\b(?:next|coming) week\b/, (_, today) => span(shifted(monday(today), 7), 7)],
  [/\b(?:this|current) month\b/, (_, { year, month }) => monthOf(year, month)],
  [/\b(?:last|previous) month\b/, (_, { year, month }) => monthOf(year, month - 1)],
  [/\bnext month\b/, (_, { year, month }) => monthOf(year, month + 1)],
  [/\bthis year\b/, (_, { year }) => ({ after: `${year}-01-01`, before: `${year + 1}-01-01` })],
  [/\blast year\b/, (_, { year }) => ({ after: `${year - 1}-01-01`, before: `${year}-01-01` })],
  [
    /\b(?:in |over |during )?(?:the )?(?:last|past) (?:(\d{1,3}|a|one|two|three|four|five|six|few|couple)(?: of)? )(day|week|month|year)s?\b/,
    ([, count = "1", unit = "day"], today) => ({
      after: dayText(shifted(today, -(countWords[count] ?? Number(count)) * (unitDays[unit] ?? 1))),
    }),
  ],
  [
    new RegExp(`\\b(?:since|after|from) (\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthWord}(?: (\\d{4}))?\\b`),
    ([, day, word, year], today) => {
      const found = lastMonth(word, today);
      return { after: dayText({ year: year ? Number(year) : found.year, month: found.month, day: Number(day) }) };
    },
  ],
  [
    new RegExp(`\\b(?:since|after) ${monthWord}(?: (\\d{4}))?\\b`),
    ([, word, year], today) => {
      const found = lastMonth(word, today);
      return { after: dayText({ year: year ? Number(year) : found.year, month: found.month, day: 1 }) };
    },
  ],
  [
    new RegExp(`\\b(?:before|until) ${monthWord}(?: (\\d{4}))?\\b`),
    ([, word, year], today) => {
      const found = lastMonth(word, today);
      return { before: dayText({ year: year ? Number(year) : found.year, month: found.month, day: 1 }) };
    },
  ],
  [
    new RegExp(`\\b(?:since|after) (?:last )?${weekdayWord}\\b`),
    ([, word = ""], today) => ({ after: dayText(lastDay(word, today)) }),
  ],
  [
    new RegExp(`\\b(?:on|of) (?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthWord}(?: (\\d{4}))?\\b`),
    ([, day, word, year], today) => {
      const found = lastMonth(word, today);
      return span({ year: year ? Number(year) : found.year, month: found.month, day: Number(day) }, 1);
    },
  ],
  [
    new RegExp(`\\b(?:in|during|of|from|for) (?:last )?${monthWord}(?: (\\d{4}))?\\b`),
    ([, word, year], today) => {
      const found = lastMonth(word, today);
      return monthOf(year ? Number(year) : found.year, found.month);
    },
  ],
  [/\bin ((?:19|20)\d\d)\b/, ([, year]) => ({ after: `${year}-01-01`, before: `${Number(year) + 1}-01-01` })],
];

/** The period that a question names, by the asker's clock. `isDue`: it asks about what is to be done. */
export function readPeriod(question: string, now: Date, timeZone: string, isDue = false): Found | undefined {
  const today = wallTime(now, timeZone);
  const text = question.toLowerCase();
  for (const [pattern, read] of isDue ? [...dueRules, ...rules] : rules) {
    const match = pattern.exec(text);
    const period = match && read(match, today);
    if (match && period) return { period, text: match[0] };
  }
  return undefined;
}
