import { parse } from "chrono-node";

/** A moment named in a text: the words it was read from, where they stand, and what they mean. */
export type DateMention = { text: string; index: number; date: Date; hasTime: boolean };

/** The clock a mail was written by. Relative dates count from `sent` as that clock showed it. */
export type MailClock = { sent: Date; offsetMinutes: number };

// A deadline given as a day is met until people go home, not until midnight and not at the start of the day.
const endOfWorkingDay = 17;

/** The future moments a sentence names, in the order they stand. A day without a time means 17:00 of the mail's own clock. */
export function dateMentions(text: string, clock: MailClock): DateMention[] {
  const sentence = text.slice(0, 1_000);
  if (
    !/\d|day|week|month|year|quarter|morrow|night|noon|morning|evening|eod|eow|eom|cob|hour|minute|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|now/i.test(
      sentence,
    )
  )
    return [];
  const own = ownRules(sentence, clock);
  const covered = (index: number, length: number) =>
    own.some((mention) => index < mention.index + mention.text.length && mention.index < index + length);
  const found = [...own];
  for (const result of parse(sentence, { instant: clock.sent, timezone: clock.offsetMinutes }, { forwardDate: true })) {
    if (covered(result.index, result.text.length) || isNoDeadline(sentence, result.index, result.text)) continue;
    const mention = fromChrono(result, clock);
    if (mention && mention.date.getTime() >= startOfDay(clock).getTime()) found.push(mention);
  }
  return joinDayAndTime(
    found.sort((a, b) => a.index - b.index),
    sentence,
    clock,
  );
}

/** The mention that a task is due by: one after "by", "before" or "due" first, else the first. */
export function dueAmong(mentions: DateMention[], sentence: string): DateMention | undefined {
  const isCued = ({ index }: DateMention) =>
    /\b(?:by|before|until|till|due|than|deadline|within|on)\W+(?:\w+\W+){0,3}$/i.test(
      sentence.slice(Math.max(0, index - 40), index),
    );
  return mentions.find(isCued) ?? mentions[0];
}

export const dueIn = (text: string, clock: MailClock) => dueAmong(dateMentions(text, clock), text);

/** "Friday, by 5pm": a day and a time that stand apart are one moment. */
function joinDayAndTime(mentions: DateMention[], sentence: string, clock: MailClock): DateMention[] {
  const joined: DateMention[] = [];
  for (const mention of mentions) {
    const day = joined.at(-1);
    const end = day ? day.index + day.text.length : 0;
    const between = day ? sentence.slice(end, mention.index) : "";
    const isTimeAlone =
      mention.hasTime &&
      /^(?:(?:by|at|before|around)\s+)?(?:\d{1,2}(?:[:.]\d\d)?\s*(?:[ap]\.?m\.?)?|noon|midday)$/i.test(mention.text);
    if (day && !day.hasTime && isTimeAlone && /^[\s,]*(?:by|at|before|around)?\s*$/i.test(between)) {
      const time = (mention.date.getTime() + clock.offsetMinutes * 60_000) % 86_400_000;
      const local = day.date.getTime() + clock.offsetMinutes * 60_000;
      const date = new Date(local - (local % 86_400_000) + time - clock.offsetMinutes * 60_000);
      joined[joined.length - 1] = {
        text: sentence.slice(day.index, mention.index + mention.text.length),
        index: day.index,
        date,
        hasTime: true,
      };
    } else joined.push(mention);
  }
  return joined;
}

type ChronoResult = ReturnType<typeof parse>[number];

function fromChrono({ text, index, start }: ChronoResult, clock: MailClock): DateMention | null {
  const year = start.get("year");
  const month = start.get("month");
  const day = start.get("day");
  if (year === null || month === null || day === null) return null;
  const { hasTime, hour, minute } = timeOf(text, start);
  const zone = start.isCertain("timezoneOffset")
    ? (start.get("timezoneOffset") ?? clock.offsetMinutes)
    : clock.offsetMinutes;
  if (isMonthAlone.test(text)) return { text, index, date: at({ year, month, day: 0, hour, minute }, zone), hasTime };
  let date = at({ year, month: month - 1, day, hour, minute }, zone);
  const hasNoDay =
    !start.isCertain("day") && !start.isCertain("weekday") && !/day|morrow|tonight|week|month/i.test(text);
  // chrono moves "at 4" to tomorrow because 4 in the morning is over; four in the afternoon is not.
  if (hasTime && hasNoDay) date = nextTimeOfDay(hour, minute, clock);
  // "on Monday" written on a Monday means the next one: who means the same day says "today".
  const isWeekdayAlone = start.isCertain("weekday") && !start.isCertain("day");
  if (isWeekdayAlone && !/\b(?:this|today)\b/i.test(text) && sameDay(date, clock)) date = plusDays(date, 7);
  // "on 5 March" written on 10 March speaks of the past, not of next year.
  const isFarAhead = !start.isCertain("year") && date.getTime() - clock.sent.getTime() > 300 * 86_400_000;
  return isFarAhead ? null : { text, index, date, hasTime };
}

const isMonthAlone =
  /^\s*(?:(?:in|by|before)\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december)\s*$/i;

/** The time that the words give; parts of the day get the hour at which offices expect them, and "at 4" is the afternoon. */
function timeOf(text: string, start: ChronoResult["start"]) {
  const part = /morning/i.test(text)
    ? 9
    : /afternoon/i.test(text)
      ? 15
      : /evening|tonight/i.test(text)
        ? 20
        : undefined;
  if (!start.isCertain("hour"))
    return {
      hasTime: part !== undefined || /noon|midday/i.test(text),
      hour: part ?? (/noon|midday/i.test(text) ? 12 : endOfWorkingDay),
      minute: 0,
    };
  const said = start.get("hour") ?? endOfWorkingDay;
  const isBare = !start.isCertain("meridiem") && !/\b0\d:|am\b|a\.m|morning|\b(?:1[3-9]|2[0-3])[:h.]/i.test(text);
  return { hasTime: true, hour: isBare && said >= 1 && said < 7 ? said + 12 : said, minute: start.get("minute") ?? 0 };
}

function nextTimeOfDay(hour: number, minute: number, clock: MailClock): Date {
  const { year, month, day } = localParts(clock);
  const today = at({ year, month, day, hour, minute }, clock.offsetMinutes);
  return today.getTime() >= clock.sent.getTime() ? today : plusDays(today, 1);
}

/** Words that chrono reads as a date and people do not mean as a deadline. */
function isNoDeadline(sentence: string, index: number, text: string): boolean {
  const before = sentence.slice(Math.max(0, index - 24), index);
  if (
    /\b(?:last|previous|past|yesterday|ago|earlier)\b|^for\s|^(?:an?\s)?\d*[\s-]*(?:minutes?|mins?|hours?)$/i.test(text)
  )
    return true;
  if (
    /\b(?:since|for|ago|last|from|dated|of last|took|takes|about|every|sent|your|received)\s+(?:the\s+)?$/i.test(
      before,
    ) &&
    !/\bscheduled? (?:\S+ )*for\s+$|\b(?:due|set|planned|ready) for\s+$/i.test(before + text)
  ) {
    return (
      !/\b(?:for|from)\s+(?:the\s+)?$/i.test(before) ||
      !/\d|day|tomorrow|week/i.test(text) ||
      /^(?:a|an|one|two|three|\d+)\s+(?:minutes?|hours?|days?|weeks?|months?|years?)$/i.test(text)
    );
  }
  if (/^(?:a|an|one|this|the|just a)?\s*(?:second|sec|minute|moment|sec)s?$/i.test(text)) return true;
  if (/^(?:sat|sun|mon|wed|may|march|mar|now|second|\d{1,2}|\d+[.:]\d+)$/.test(text)) return true;
  return (
    /^now$/i.test(text) ||
    /^(?:today|tonight|tomorrow|\w+day)['’]s$/i.test(
      text + sentence.slice(index + text.length, index + text.length + 2),
    )
  );
}

type Rule = { pattern: RegExp; resolve: (match: RegExpExecArray, clock: MailClock) => Date | null };

const numberWords: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  ten: 10,
  fourteen: 14,
  thirty: 30,
};
const numberOf = (word: string) => Number(word) || numberWords[word.toLowerCase()] || 0;
const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthPattern =
  "(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)";

const rules: Rule[] = [
  {
    pattern:
      /\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b(?:\s+\p{L}+){0,2}\s+next week\b|\bnext week(?:\s+on)?\s+(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/giu,
    resolve: ([, before, after], clock) =>
      dayAt(clock, mondayNext(clock) + ((weekdayOf(before ?? after ?? "") + 6) % 7)),
  },
  {
    pattern:
      /\b(?:by\s+|before\s+)?(?:the\s+)?(?:end of (?:the |this )?(?:business|working |work )?\s?day|eod|cob|close of (?:business|play|day)|end of business)(?:\s+(?:on\s+)?(today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday))?\b/gi,
    resolve: ([, word], clock) => {
      if (!word || /today/i.test(word)) return dayAt(clock, 0);
      if (/tomorrow/i.test(word)) return dayAt(clock, 1);
      return dayAt(clock, daysUntil(clock, weekdayOf(word)) || 7);
    },
  },
  { pattern: /\b(?:(?:the\s+)?end of next week)\b/gi, resolve: (_, clock) => dayAt(clock, fridayOffset(clock) + 7) },
  {
    pattern: /\b(?:early|beginning of|start of) next week\b/gi,
    resolve: (_, clock) => dayAt(clock, mondayNext(clock) + 1),
  },
  { pattern: /\b(?:mid(?:dle of)?|mid-) ?next week\b/gi, resolve: (_, clock) => dayAt(clock, mondayNext(clock) + 2) },
  {
    pattern: /\b(?:sometime |later )?next week(?! (?:on )?(?:mon|tue|wed|thu|fri|sat|sun))\b/gi,
    resolve: (_, clock) => dayAt(clock, mondayNext(clock) + 4),
  },
  {
    pattern: /\b(?:(?:the\s+)?(?:end of (?:the |this )?week|eow)|(?:later |sometime )?this week)\b/gi,
    resolve: (_, clock) => dayAt(clock, fridayOffset(clock)),
  },
  {
    pattern: /\b(?:the\s+)?(?:end of (?:the |this )?month|eom|month end|month-end)\b/gi,
    resolve: (_, clock) => monthEnd(clock, 0),
  },
  { pattern: /\b(?:the\s+)?end of next month\b/gi, resolve: (_, clock) => monthEnd(clock, 1) },
  { pattern: /\bnext month\b/gi, resolve: (_, clock) => monthEnd(clock, 1) },
  {
    pattern: /\b(?:the\s+)?end of (?:the |this )?quarter\b/gi,
    resolve: (_, clock) => monthEnd(clock, 2 - (localParts(clock).month % 3)),
  },
  {
    pattern: /\b(?:the\s+)?end of (?:the |this )?year\b/gi,
    resolve: (_, clock) => monthEnd(clock, 11 - localParts(clock).month),
  },
  {
    pattern: /\b(?:the\s+)?end of q([1-4])\b/gi,
    resolve: ([, quarter], clock) => namedMonthEnd(clock, Number(quarter) * 3 - 1),
  },
  {
    pattern: new RegExp(`\\b(?:the\\s+)?end of ${monthPattern}\\b`, "gi"),
    resolve: ([, name], clock) => namedMonthEnd(clock, monthNames.indexOf((name ?? "").slice(0, 3).toLowerCase())),
  },
  {
    pattern: new RegExp(`\\b(?:mid|middle of)[- ]${monthPattern}\\b`, "gi"),
    resolve: ([, name], clock) => dayOfMonth(clock, 15, monthNames.indexOf((name ?? "").slice(0, 3).toLowerCase())),
  },
  {
    pattern:
      /\b(?:within|in|over|during)\s+(?:the\s+)?(?:next\s+|coming\s+)?(\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|ten|fourteen|thirty|couple of|a couple of)\s+(business |working |calendar )?(hour|day|week|month)s?\b/gi,
    resolve: ([, count, kind, unit], clock) => {
      const n = numberOf((count ?? "").replace(/^a couple of|couple of/i, "couple"));
      if (!n) return null;
      if (unit?.toLowerCase() === "hour") return new Date(clock.sent.getTime() + n * 3_600_000);
      if (unit?.toLowerCase() === "month") return dayAt(clock, n * 30);
      if (/business|working/i.test(kind ?? "")) return dayAt(clock, businessDays(clock, n));
      return dayAt(clock, n * (unit?.toLowerCase() === "week" ? 7 : 1));
    },
  },
  {
    pattern:
      /\b(?:by|before|on|until|than|to)\s+(?:the\s+)(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|floor|time|century|edition))/gi,
    resolve: ([, day], clock) => dayOfMonth(clock, Number(day)),
  },
];

function ownRules(sentence: string, clock: MailClock): DateMention[] {
  const found: DateMention[] = [];
  for (const { pattern, resolve } of rules) {
    for (const match of sentence.matchAll(pattern)) {
      const [text] = match;
      const overlaps = found.some(
        (mention) => match.index < mention.index + mention.text.length && mention.index < match.index + text.length,
      );
      const date = overlaps ? null : resolve(match, clock);
      if (date) found.push({ text, index: match.index, date, hasTime: false });
    }
  }
  return found;
}

type Parts = { year: number; month: number; day: number; hour: number; minute: number };

const at = ({ year, month, day, hour, minute }: Parts, offsetMinutes: number) =>
  new Date(Date.UTC(year, month, day, hour, minute) - offsetMinutes * 60_000);

const localParts = ({ sent, offsetMinutes }: MailClock) => {
  const local = new Date(sent.getTime() + offsetMinutes * 60_000);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth(),
    day: local.getUTCDate(),
    weekday: local.getUTCDay(),
  };
};

function dayAt(clock: MailClock, days: number): Date {
  const { year, month, day } = localParts(clock);
  return at({ year, month, day: day + days, hour: endOfWorkingDay, minute: 0 }, clock.offsetMinutes);
}

function monthEnd(clock: MailClock, months: number): Date {
  const { year, month } = localParts(clock);
  return at({ year, month: month + months + 1, day: 0, hour: endOfWorkingDay, minute: 0 }, clock.offsetMinutes);
}

const namedMonthEnd = (clock: MailClock, month: number) => monthEnd(clock, (month - localParts(clock).month + 12) % 12);

function dayOfMonth(clock: MailClock, day: number, month?: number): Date | null {
  if (day < 1 || day > 31) return null;
  const now = localParts(clock);
  const ahead = month === undefined ? (day < now.day ? 1 : 0) : (month - now.month + 12) % 12;
  return at({ year: now.year, month: now.month + ahead, day, hour: endOfWorkingDay, minute: 0 }, clock.offsetMinutes);
}

const weekdayOf = (name: string) =>
  ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].indexOf(name.slice(0, 3).toLowerCase());
const daysUntil = (clock: MailClock, weekday: number) => (weekday - localParts(clock).weekday + 7) % 7;
// On a weekend "this week" is the one that is about to start.
const fridayOffset = (clock: MailClock) => daysUntil(clock, 5);
const mondayNext = (clock: MailClock) => daysUntil(clock, 1) || 7;

function businessDays(clock: MailClock, count: number): number {
  const { weekday } = localParts(clock);
  let days = 0;
  for (let left = Math.min(count, 250); left > 0; ) {
    days++;
    const day = (weekday + days) % 7;
    if (day !== 0 && day !== 6) left--;
  }
  return days;
}

const plusDays = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);
const startOfDay = (clock: MailClock) => {
  const { year, month, day } = localParts(clock);
  return at({ year, month, day, hour: 0, minute: 0 }, clock.offsetMinutes);
};
const sameDay = (date: Date, clock: MailClock) => {
  const from = startOfDay(clock).getTime();
  return date.getTime() >= from && date.getTime() < from + 86_400_000;
};
