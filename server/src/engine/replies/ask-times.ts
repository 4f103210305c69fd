import { dateMentions } from "../actions/due-dates.ts";
import type { Ask } from "./ask.ts";

const meets =
  /\b(?:offer|meet|meeting|call|talk|chat|speak|available|availability|free|works?|suits?|join|come|attend|schedule|catch up|lunch|dinner|coffee|demo|visit|appointment|interview|session|slot|time|how about|what about|sync|drop by|stop by|instead|viewing|convenient|make it|possible|push|move|shift|postpone|bring forward|reschedule|1:1|one-to-one|swap)\b/i;

/** "We could make up a day" is a length. */
const isLength = /^(?:an?|one|half an?|two|three)\s(?:day|week|hour|morning|afternoon|evening)s?$/i;

/** The length of "between 8 and 10" behind a day. */
const rangeAfter = (rest: string) =>
  /^\s+(?:between|from)\s+\d[\d:. ]*(?:[ap]m)?\s*(?:and|to|-|–)\s*\d[\d:.]*\s?(?:[ap]m\b)?/i
    .exec(rest)?.[0]
    .replace(/[.\s]+$/, "").length ?? 0;

const proposal =
  /\b(?:let's|how about|what about|i(?:'d| would)? suggest|i propose|we could|(?:we|i) (?:could|can) (?:offer|do|make|come|fit you in|see you)|we (?:still )?have (?:slots|openings|space)|(?:would|'d) be (?:great|good|nice|perfect|ideal) if we could|(?:we|i)(?:'d| would) (?:love|like) to (?:come|meet|visit|see you|talk|join|drop)|are you (?:free|available)|would you be (?:free|available)|i am (?:free|available)|i'm (?:free|available)|shall we)\b/i;

const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b";
/** "… on Friday 15 May at 7.30, or on Monday at 8?" leaves the choice to the reader, whatever it is about. */
const offersTwo = new RegExp(`\\b${weekday}[^?]{0,40}\\bor\\b[^?]{0,40}\\b${weekday}`, "i");

const aboutThing =
  /^(?:\p{Lu}\p{L}+,\s+)?(?:is|are|will) (?:the|your|our|this|that|any) (?!\d|(?:mon|tue|wed|thu|fri|sat|sun|next|week|morning|afternoon|evening|same|time|day|date)\p{Ll}*\b|(?:first|second|other) (?:one |date |day |time |slot |option )?(?:free|available|open)\b)(?:\p{L}+ ){1,3}?(?:be )?(?:free|available|open)\b/iu;

const offers = /\b(?:we|i) (?:can|could)\b/i;

const movesFrom = /\b(?:move|push|shift|postpone|bring forward|reschedule|change|swap)\b.{0,60}\bfrom\b.{2,40}\bto\b/i;

/** The time that a sentence proposes, with the alternatives that it leaves to the reader. */
export function proposedTime(sentence: string, now: Date): Extract<Ask, { kind: "time" }> | undefined {
  const isQuestion = /\?["')\]]*$/.test(sentence);
  if (!meets.test(sentence) && !(offersTwo.test(sentence) && (isQuestion || offers.test(sentence)))) return undefined;
  // "Is the hall free on 9 May?" asks about a thing.
  if (isQuestion && aboutThing.test(sentence.trim())) return undefined;
  const proposes = isQuestion
    ? !/^(?:when|what time|how (?!about\b)|did|have you|who|why|(?:could|can|would) you (?:please )?(?!(?:make|do|come|join|attend|meet|talk|be|like|love|have time)\b)\p{L}+)\b/iu.test(
        sentence.trim(),
      )
    : proposal.test(sentence) || (offersTwo.test(sentence) && offers.test(sentence));
  if (!proposes || /\b(?:by|before|until)\s+(?:\S+\s+){0,2}\S*(?:day|eod|week|\d)/i.test(sentence)) return undefined;
  const mentions = dateMentions(sentence, { sent: now, offsetMinutes: 0 }).filter(
    ({ text }) => /\d|day|morrow|tonight|week|morning|afternoon|evening|noon/i.test(text) && !isLength.test(text),
  );
  const [first] = mentions;
  const last = mentions.at(-1);
  if (!first || !last) return undefined;
  // "The estate is sold, so I'm free from 1 January" tells from when on.
  if (
    !isQuestion &&
    /\b(?:free|available|back|here) (?:from|as of|again from|until)\s*$/i.test(sentence.slice(0, first.index))
  )
    return undefined;
  // "I am available …, and could start on 1 February" does not propose 1 February.
  if (!isQuestion && first.index - (proposal.exec(sentence)?.index ?? 0) > 60) return undefined;
  const when = sentence
    .slice(first.index, last.index + last.text.length + rangeAfter(sentence.slice(last.index + last.text.length)))
    .replace(/^(?:\d+\s+on|on|at|for|by)\s+/i, "")
    .replace(/\s+/g, " ")
    // "Could we move it from Tuesday to Thursday at 10?" proposes Thursday.
    .replace(movesFrom.test(sentence) ? /^[^,]{2,40}? to (?:the )?(?=\p{Lu}|\d|next|tomorrow)/u : /^$/, "")
    .trim();
  if (when.length > 90) return undefined;
  const isDated = (text: string) => /\d|day\b|morrow|tonight|next week/i.test(text);
  const options = when
    .split(
      /,?\s+or\s+(?:(?:if (?:that|this|it|not)|failing that|alternatively|else|otherwise|maybe|perhaps)\b[^,]{0,30}?,?\s+(?=on\s|at\s|(?:mon|tues|wednes|thurs|fri|satur|sun)day))?|,\s+(?=(?:mon|tues|wednes|thurs|fri|satur|sun)day)/i,
    )
    .map((option) => option.replace(/^(?:on|at|for)\s+/i, ""));
  if (!options.every(isDated)) return undefined;
  if (options.length === 2 && !meets.test(sentence))
    return { kind: "time", sentence, when: options.join(" or "), options };
  return { kind: "time", sentence, when, options: options.length <= 3 ? options : [when] };
}

const mostOffered = 6;

/** The lines that are only a date: "Monday 20 April, 8.00 to 10.00". */
export const offeredDates = (lines: string[]): string[] =>
  lines
    .map((line) => line.replace(/[\s.,;]+$/, "").trim())
    .filter((line) => line.length <= 60 && /\d/.test(line) && isDateLine.test(line))
    .slice(0, mostOffered);

const isDateLine =
  /^(?:(?:option )?[a-c1-5][.):] )?(?:on )?(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:\p{Ll}*day)?\b|\d{1,2}(?:st|nd|rd|th)?[.]? (?:january|february|march|april|may|june|july|august|september|october|november|december)\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\b)/iu;
