import { parse } from "chrono-node/en";
import { at, endOfWorkingDay, localParts, type MailClock, plusDays, sameDay, startOfDay } from "./calendar.ts";
import { type DateMention, officeMentions } from "./office-dates.ts";

/** The future moments that a sentence names, in order. A day without a time means 17:00 by the mail's clock. */
export function dateMentions(text: string, clock: MailClock): DateMention[] {
  const sentence = text.slice(0, 1_000);
  if (
    !/\d|day|week|month|year|quarter|morrow|night|noon|morning|evening|eod|eow|eom|cob|hour|minute|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|now/i.test(
      sentence,
    )
  )
    return [];
  const own = officeMentions(sentence, clock);
  const covered = (index: number, length: number) =>
    own.some((mention) => index < mention.index + mention.text.length && mention.index < index + length);
  const found = [...own];
  for (const result of parse(sentence, { instant: clock.sent, timezone: clock.offsetMinutes }, { forwardDate: true })) {
    // "60 m of fence" is a length.
    if (/^\d+ ?[mhs]$/i.test(result.text)) continue;
    // "plans at 1:100" is a scale.
    if (/\d$/.test(result.text) && /^:?\d{2,}/.test(sentence.slice(result.index + result.text.length))) continue;
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

/** The mention that is the task's deadline: one after "by", "before" or "due", otherwise the first. */
export function dueAmong(mentions: DateMention[], sentence: string): DateMention | undefined {
  const isCued = ({ index }: DateMention) =>
    /\b(?:by|before|until|till|due|than|deadline|within|on)\W+(?:\w+\W+){0,3}$/i.test(
      sentence.slice(Math.max(0, index - 40), index),
    );
  return mentions.find(isCued) ?? mentions[0];
}

export const dueIn = (text: string, clock: MailClock) => dueAmong(dateMentions(text, clock), text);

/** Joins a day and a time that are apart in the sentence: "Friday, by 5pm". */
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

function fromChrono({ text: words, index, start }: ChronoResult, clock: MailClock): DateMention | null {
  const text = words.replace(/[\s,–-]+$/, "");
  const year = start.get("year");
  const month = start.get("month");
  const day = start.get("day");
  if (year === null || month === null || day === null) return null;
  const { hasTime, hour, minute } = timeOf(text, start);
  const zone = start.isCertain("timezoneOffset")
    ? (start.get("timezoneOffset") ?? clock.offsetMinutes)
    : clock.offsetMinutes;
  // A month alone is a time of the year, unless it is a limit: "by June".
  if (isMonthAlone.test(text)) {
    const isLimit = /\b(?:by|before)\b/i.test(text);
    return isLimit ? { text, index, date: at({ year, month, day: 0, hour, minute }, zone), hasTime } : null;
  }
  let date = at({ year, month: month - 1, day, hour, minute }, zone);
  const hasNoDay =
    !start.isCertain("day") && !start.isCertain("weekday") && !/day|morrow|tonight|week|month/i.test(text);
  // chrono moves "at 4" to tomorrow if 4 a.m. is over, although 4 p.m. is meant.
  if (hasTime && hasNoDay) date = nextTimeOfDay(hour, minute, clock);
  // "on Monday" in a mail of a Monday means the next one; for the same day people write "today".
  const isWeekdayAlone = start.isCertain("weekday") && !start.isCertain("day");
  if (isWeekdayAlone && !/\b(?:this|today)\b/i.test(text) && sameDay(date, clock)) date = plusDays(date, 7);
  // "on 5 March" in a mail of 10 March means the past, not next year.
  const isFarAhead = !start.isCertain("year") && date.getTime() - clock.sent.getTime() > 300 * 86_400_000;
  // A date with its year is meant, however far off: "by 20 November 2030 at 5 pm".
  const mostDays = start.isCertain("year") && start.isCertain("day") ? 3_660 : 400;
  const isFarOff = date.getTime() - clock.sent.getTime() > mostDays * 86_400_000;
  return isFarAhead || isFarOff ? null : { text, index, date, hasTime };
}

const isMonth = /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i;
const isMonthAlone =
  /^\s*(?:(?:in|by|before)\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december)\s*$/i;

/** The time of day in a mention. Parts of the day get their usual office hour, and "at 4" means the afternoon. */
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

/** Whether a mention that chrono reads as a date is not meant as a deadline. */
function isNoDeadline(sentence: string, index: number, text: string): boolean {
  const before = sentence.slice(Math.max(0, index - 24), index);
  if (
    /\b(?:last|previous|past|yesterday|ago|earlier)\b|^for\s|^from\b.*\bto\b|^(?:an?\s)?\d*[\s-]*(?:minutes?|mins?|hours?)$/i.test(
      text,
    )
  )
    return true;
  if (
    /\b(?:since|for|ago|last|from|dated|of last|took|takes|about|every|sent|your|received|as at|as of)\s+(?:the\s+)?$/i.test(
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
  // "the letter I sent you in July", "out of use that morning"
  if (
    /^(?:in\s+)?\p{L}+$/iu.test(text) &&
    isMonth.test(text) &&
    /\b(?:sent|gave|got|signed|received|discussed|talked|met|showed|promised)\b[^,.;]{0,16}$/i.test(before)
  )
    return true;
  if (
    /\b(?:first|second|third|last|same|whole|every)\s+$/i.test(before) &&
    /^(?:morning|afternoon|evening|day|week|night)s?$/i.test(text)
  )
    return true;
  if (/\bthat\s+$/i.test(before) && /^(?:morning|afternoon|evening|day|week|night)$/i.test(text)) return true;
  if (/^that\s/i.test(text)) return true;
  // "reachable during the night"
  if (
    /\bduring\s+(?:the\s+)?$/i.test(before) &&
    /^(?:the\s+)?(?:night|day|morning|afternoon|evening|week)$/i.test(text)
  )
    return true;
  // "I'll send it over tonight"
  if (/\bover\s+$/i.test(before) && /^(?:tonight|today|tomorrow|this|next|\w+day)\b/i.test(text)) return false;
  // "older than 90 days", "each morning", "ten minutes early", "the first two days", "25 May instead of 23 May"
  if (
    /\b(?:older|more|less|longer|later|other|rather) than\s+$|\b(?:at least|up to|over|each|every|per|once|twice|times|first|instead of|rather than|not)\s+(?:the\s+)?$/i.test(
      before,
    ) &&
    !/\bno(?:t)? later than\s+$/i.test(before) &&
    // "handed over on 1 June"
    !/^on\s/i.test(text)
  )
    return true;
  const after = sentence.slice(index + text.length, index + text.length + 24);
  // "four weeks' notice"
  if (/^['’]\s/.test(after) && /weeks|months|days|years/i.test(text)) return true;
  // "at 22 Mill Lane"
  if (/^at \d{1,4}$/i.test(text) && /^\s+\p{Lu}/u.test(after)) return true;
  if (
    /^\s*(?:early|earlier|late|later|in advance|before|after|ahead|old|long|each|per)\b/i.test(after) &&
    /minute|hour|day|week|month/i.test(text)
  )
    return true;
  if (/^(?:a|an|one|this|the|just a)?\s*(?:second|sec|minute|moment|sec)s?$/i.test(text)) return true;
  if (/^(?:sat|sun|mon|wed|may|march|mar|now|second|\d{1,2}|\d+[.:]\d+)$/.test(text)) return true;
  return (
    /^now$/i.test(text) ||
    /^(?:today|tonight|tomorrow|\w+day)['’]s$/i.test(
      text + sentence.slice(index + text.length, index + text.length + 2),
    )
  );
}
