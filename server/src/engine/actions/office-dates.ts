import {
  businessDays,
  dayAt,
  dayOfMonth,
  daysUntil,
  fridayOffset,
  localParts,
  type MailClock,
  mondayNext,
  monthEnd,
  namedMonthEnd,
  weekdayOf,
} from "./calendar.ts";

/** A moment that a text names: its words, their position, and the date that they mean. */
export type DateMention = { text: string; index: number; date: Date; hasTime: boolean };

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
    // "Thursday the 26th" in a mail of a Thursday
    pattern:
      /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+the\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/gi,
    resolve: ([, day], clock) => dayOfMonth(clock, Number(day)),
  },
  {
    pattern:
      /\b(?:by|before|on|until|than|to)\s+(?:the\s+)(\d{1,2})(?:st|nd|rd|th)\b(?!\s+(?:of|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|floor|time|century|edition))/gi,
    resolve: ([, day], clock) => dayOfMonth(clock, Number(day)),
  },
];

/** Office terms that chrono does not know or reads differently: EOD, "end of next week", "within 3 working days". */
export function officeMentions(sentence: string, clock: MailClock): DateMention[] {
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
