import type { Action } from "../types.ts";
import type { MailClock } from "./calendar.ts";
import { dateMentions, dueAmong } from "./due-dates.ts";
import { foreignDates } from "./foreign-dates.ts";
import type { TaskLanguage } from "./foreign-tasks.ts";

/** A sentence below a list that only says when its items are wanted: "We need the numbers by Friday", "Preciso de tudo até dia 15". */
const isCommon =
  /\b(?:need|want|expect|like|send|have|get|require|return|please|due|latest)\b.*\b(?:everything|all(?: of)? (?:this|these|it|that|three|four|five)|(?:them|these|those)(?: all| back)?|the (?:numbers?|documents?|papers?|answers?|items?|details?|figures?|information|list|rest))\b(?=.{0,12}\b(?:by|before|until|no later than|within)\b)|^(?:these|this|all(?: of (?:this|these|it|them))?|they|everything|both)\b.{0,20}\b(?:must|should|needs? to|ha(?:ve|s) to|(?:is|are) (?:due|needed|required|wanted))\b.{0,40}\b(?:by|before|until|no later than|within)\b|(?<!\p{L})(?:preciso|precisamos|necesit\p{L}+|besoin|faut|brauche\p{L}*|benötige\p{L}*)(?!\p{L}).{0,20}(?<!\p{L})(?:tudo|todo|tout|alles|das alles|os documentos|los documentos|les documents|die unterlagen)(?!\p{L})/iu;
const longestSentence = 120;

/** Gives the tasks of the list above the date of the sentence; false if the sentence is none of the kind. */
export function setsCommonDate(
  sentence: string,
  listed: Action[],
  language: TaskLanguage | undefined,
  clock: MailClock,
): boolean {
  if (listed.length < 2 || sentence.length > longestSentence || !isCommon.test(sentence)) return false;
  const mentions =
    language && language !== "hinglish" ? foreignDates(sentence, language, clock) : dateMentions(sentence, clock);
  const due = dueAmong(mentions, sentence);
  // "Preciso de tudo" names no task of its own.
  if (!due) return language !== undefined;
  for (const action of listed) if (!action.due) Object.assign(action, { due: due.date, dueText: due.text });
  return true;
}
