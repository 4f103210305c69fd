// Makes an entry of the list from a task that a sentence states: its text, its owner and its date.
import { contentStems } from "../text/words.ts";
import type { Action } from "../types.ts";
import type { MailClock } from "./calendar.ts";
import { dateMentions, dueAmong, dueIn } from "./due-dates.ts";
import { foreignDates } from "./foreign-dates.ts";
import type { TaskLanguage } from "./foreign-tasks.ts";
import { withNoun } from "./nouns.ts";
import type { DateMention } from "./office-dates.ts";
import { firstName, fullName, isKnown, type People } from "./people.ts";
import { phrase } from "./phrase.ts";
import { requestScore } from "./requests.ts";
import type { Task } from "./task.ts";
import { tasksIn } from "./task-patterns.ts";

type FoundTask = {
  task: Task;
  sentence: string;
  previous: string;
  /** The last question or choice before the sentence. */
  choice?: string;
  clock: MailClock;
  people: People;
  addressee: string;
  source: number;
  /** An item of a list of tasks, which needs no other sign of being one. */
  isListed?: boolean;
  language?: TaskLanguage | undefined;
};

/** Returns null if the sentence states no task that somebody has to do. */
export function toAction({
  task,
  sentence,
  previous,
  choice = "",
  clock,
  people,
  addressee,
  source,
  isListed = false,
  language,
}: FoundTask): Action | null {
  const isStranger = task.who === "named" && !isKnown(task.name ?? "", people);
  if (isStranger && !task.isThirdParty && requestScore(sentence) < 0.35) return null;
  // The other patterns are reliable; a bare imperative may be an advertisement or an example.
  const isBare = !/\b(?:please|pls|kindly|you|i|we|i'll|we'll|let's|due|deadline)\b/i.test(sentence);
  const isDoubtful = isBare && task.isOrder && !isListed;
  if (isDoubtful && requestScore(sentence) < datedScore) return null;
  const mentions =
    language && language !== "hinglish"
      ? foreignDates(sentence, language, clock)
      : [...(language ? foreignDates(sentence, language, clock) : []), ...dateMentions(sentence, clock)];
  const own = mentions.filter((mention) => task.text.includes(mention.text));
  const others = task.isPart ? [] : mentions;
  const days = others.filter(({ text: named }) => !isHourAlone.test(named));
  const due = dueAmong(own, sentence) ?? dueAmong(days, sentence) ?? inheritedDue(sentence, previous, clock);
  if (isDoubtful && !due && requestScore(sentence) < bareScore) return null;
  // "The tests must be green" is a rule, not a task, unless it has a date.
  if (task.isDeadline && !due) return null;
  // "Anand will send the file" may be news; with a date it is a promise.
  if (isStranger && task.needsDate && !due && requestScore(sentence) < 0.35) return null;
  const text = phrase(referent(task.text, sentence, isAnswer.test(task.text) && choice ? choice : previous), due);
  if (contentStems(text).length === 0) return null;
  // "I'll come back to you" without a day says nothing, and "If neither suits, ring us" need not occur.
  if ((!due && comesBack.test(text)) || isOtherCase.test(sentence) || isAway.test(text)) return null;
  const owner = ownerOf(task, people, addressee);
  const action = owner === people.sender || language ? text : withSender(text, people.sender);
  return { action, owner, due: due?.date ?? null, ...(due ? { dueText: due.text } : {}), source };
}

/** "Send me the list" → "Send Priya the list": the list of tasks is read without the mail. */
function withSender(text: string, sender: string): string {
  const name = firstName(sender);
  return /^\p{Lu}\p{L}/u.test(name) ? text.replace(/\bme\b(?![’'-])/g, name) : text;
}

/** "one tour at 11.30 and one at 2, so tell me which": an hour elsewhere in the sentence is no deadline. */
const isHourAlone = /^(?:at\s)?\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\.?)?$/i;
/** "She has to be in Pune" tells a fact and is not a task. */
const isAway = /\b(?:has|have|had) to be (?:at|in|on|away|out|off) |\bnothing (?:that )?you (?:need|have) to\b/i;
const comesBack = /^(?:come|get) back to (?:you|him|her|them)$/i;
const isOtherCase = /^(?:but )?if (?:neither|none|not|it (?:doesn't|does not)|that (?:doesn't|does not))\b/i;
const bareScore = 0.12;
// A day makes an order more likely: "Deliver to the south gate on 24 March".
const datedScore = 0.08;

/** Resolves "it" by the text before: "We should cancel the booking. Can you do it today?" */
function referent(given: string, sentence: string, previous: string): string {
  const text = withNoun(given, sentence, previous);
  const asked =
    isAnswer.test(text) && isChoice.test(previous) ? previous.replace(/[?？\s]+$/, "?").replace(/[.!\s]+$/, "") : "";
  if (asked) return `${withoutReason(text)} (${asked})`;
  if (!isPointing.test(text)) return text;
  const before =
    tasksIn(previous)[0]?.text ?? /\b(?:should|could|must|need to|have to|might)\s+(.+)$/i.exec(previous)?.[1];
  if (before && /^(?:do|handle|fix|take care of|look into|see to|sort)\b/i.test(text)) return before;
  const own = sentence
    .slice(0, Math.max(0, sentence.indexOf(text)))
    .replace(/[\s,;:–-]*(?:and\s+)?(?:can|could|would|will)?\s*(?:you|please|pls)?\s*$/i, "");
  const antecedent = (own.split(/\s+/).length >= 4 ? own : previous)
    .replace(/[.!?,;:\s]+$/, "")
    .replace(/^(?:oh|and|so|also|but)\s+(?:and\s+)?/i, "");
  return antecedent ? `${text.replace(/[?.!\s]+$/, "")} (${antecedent})` : text;
}

/** A sentence that waits for an answer: a question, or two ways to choose from. */
export const isChoice = /[?？]\s*$|^(?=(?:\S+\s+){7}).*\s(?:or|oder|ou|o)\s(?:\S+\s+){2}/i;

/** "Please answer by Thursday, since …": the question before it says what about. */
const isAnswer =
  /^(?:answer|reply|respond|let (?:me|us) know|tell (?:me|us)|write back)(?:\s+(?:to me|by|before|until|today|tomorrow|asap)\b.*)?$/i;
const withoutReason = (text: string) => text.replace(/,?\s+(?:since|as|because)\b.*$/i, "").replace(/[?.!\s]+$/, "");

// A verb with no object, or with only a pronoun, says nothing in a list of tasks.
const isPointing =
  /^(?:do|handle|fix|take care of|look into|see to|sort|get|take|chase|bring|send|check|confirm|call|ring|book|pay|order|forward|sign|return|review|deal with|arrange)\s*(?:(?:it|that|this|them|so|these|those)\b(?:\s+(?:one|out|up|off|in|over))?)?\s*(?:$|[.?!,]|(?:by|before|on|today|tomorrow|this|next|for me|for us|from|via|asap|please|pls)\b)/i;

/** The date of the previous sentence: "The customer will call on Thursday at 11. Please have the order number ready." */
function inheritedDue(sentence: string, previous: string, clock: MailClock): DateMention | undefined {
  if (!previous || !/\b(?:ready|by then|before then|beforehand|in time|prepared)\b/i.test(sentence)) return undefined;
  return dueIn(previous, clock);
}

function ownerOf(task: Task, people: People, addressee: string): string {
  if (task.who === "sender") return people.sender;
  if (task.who === "nobody") return "";
  if (task.who === "addressee") return addressee;
  return (task.name ?? "")
    .split(/\s+and\s+|\s*[,/&]\s*/)
    .map((name) => fullName(name, people))
    .join(" and ");
}
