import { readMail } from "../mail/clean-mail.ts";
import { sentencesOf } from "../text/sentences.ts";
import { capitalize, contentStems } from "../text/words.ts";
import type { Action, ThreadMessage } from "../types.ts";
import type { MailClock } from "./calendar.ts";
import { dateMentions, dueAmong, dueIn } from "./due-dates.ts";
import type { DateMention } from "./office-dates.ts";
import { fullName, greetedNames, greetsGroup, isKnown, namesOf, type People } from "./people.ts";
import { requestScore } from "./requests.ts";
import { type Task, tasksIn } from "./task-patterns.ts";

// A mail with more tasks is itself a list of tasks, which the reader should see as it is.
const mostActionsPerMail = 25;
const mostSentences = 400;

/** The tasks of one message. `thread` supplies the names of all participants. */
export function actionsOf(
  message: ThreadMessage,
  source: number,
  options: { now: Date; thread: ThreadMessage[] },
): Action[] {
  const mail = readMail(message.body, message.from);
  if (mail.onlyQuoted || !mail.text) return [];
  const clock: MailClock = { sent: message.at ?? options.now, offsetMinutes: message.offsetMinutes ?? 0 };
  const people = peopleOf(message, options.thread);
  const addressee = addresseeOf(mail.greeting, mail.text, people);
  const actions: Action[] = [];
  let previous = "";
  for (const sentence of sentencesOf(mail.text).slice(0, mostSentences)) {
    for (const task of tasksIn(stripGreeting(sentence, people))) {
      const action = toAction({ task, sentence, previous, clock, people, addressee, source });
      if (action) keep(actions, action);
    }
    previous = sentence;
  }
  return actions.slice(0, mostActionsPerMail);
}

type FoundTask = {
  task: Task;
  sentence: string;
  previous: string;
  clock: MailClock;
  people: People;
  addressee: string;
  source: number;
};

function toAction({ task, sentence, previous, clock, people, addressee, source }: FoundTask): Action | null {
  const isStranger = task.who === "named" && !isKnown(task.name ?? "", people);
  if (isStranger && !task.isThirdParty && requestScore(sentence) < 0.35) return null;
  // The other patterns are reliable; a bare imperative may be an advertisement or an example.
  const isBare = !/\b(?:please|pls|kindly|you|i|we|i'll|we'll|let's|due|deadline)\b/i.test(sentence);
  if (isBare && !task.isDeadline && task.who === "addressee" && requestScore(sentence) < 0.3) return null;
  const mentions = dateMentions(sentence, clock);
  const own = mentions.filter((mention) => task.text.includes(mention.text));
  const due = dueAmong(own, sentence) ?? dueAmong(mentions, sentence) ?? inheritedDue(sentence, previous, clock);
  // "The tests must be green" is a rule, not a task, unless it has a date.
  if (task.isDeadline && !due) return null;
  // "Anand will send the file" may be news; with a date it is a promise.
  if (isStranger && task.needsDate && !due && requestScore(sentence) < 0.35) return null;
  const text = phrase(referent(task.text, previous), due);
  if (contentStems(text).length === 0) return null;
  const owner = ownerOf(task, people, addressee);
  return { action: text, owner, due: due?.date ?? null, ...(due ? { dueText: due.text } : {}), source };
}

/** Resolves "it" by the previous sentence: "We should cancel the booking. Can you do it today?" */
function referent(text: string, previous: string): string {
  if (
    !/^(?:do|handle|fix|take care of|look into|see to|sort) (?:it|that|this|them|so)\b|^take care of (?:it|that|this)/i.test(
      text,
    )
  )
    return text;
  const before =
    tasksIn(previous)[0]?.text ?? /\b(?:should|could|must|need to|have to|might)\s+(.+)$/i.exec(previous)?.[1];
  return before ?? `${text} (${previous.replace(/[.!]+$/, "")})`;
}

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

function peopleOf(message: ThreadMessage, thread: ThreadMessage[]): People {
  const sender = namesOf(message.from)[0] ?? "";
  const recipients = namesOf(message.to ?? "");
  const others = thread.slice(0, 200).flatMap(({ from, to }) => [...namesOf(from), ...namesOf(to ?? "").slice(0, 20)]);
  return {
    sender,
    recipients,
    known: [...new Set([sender, ...recipients, ...others])].filter((name) => name && !name.includes("@")),
  };
}

function addresseeOf(greeting: string, text: string, people: People): string {
  const opening = /^(?:(?:hi|hey|hello|dear)\s+)?(\p{Lu}[\p{L}'’-]+)(?:\s*[,:]|\s+[-–—])\s/u.exec(text)?.[1] ?? "";
  const greeted = greetedNames(greeting);
  const names = greeted.length > 0 ? greeted : isKnown(opening, people) && !greetsGroup(greeting) ? [opening] : [];
  if (names.length > 0) return names.map((name) => fullName(name, people)).join(" and ");
  const [only] = people.recipients;
  if (people.recipients.length === 1 && only) return only;
  return greetsGroup(greeting) ? "Everyone" : "";
}

const stripGreeting = (sentence: string, people: People) =>
  sentence
    .replace(/^(?:(?:hi|hey|hello|dear)\s+\p{L}[\p{L}'’-]*\s*[,!:–—-]+\s*)/iu, "")
    .replace(/^(\p{Lu}[\p{L}'’-]+)\s+(?:here|again)[.,]\s*/u, (all, name: string) =>
      isKnown(name, people) ? "" : all,
    );

/** The task as a list item: a capital first, no full stop, and without the date, which has its own column. */
function phrase(text: string, due: DateMention | undefined): string {
  let line = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s.!?,;:…]+$/, "");
  if (due) {
    const escaped = due.text.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const shorter = line.replace(
      new RegExp(
        `[\\s,]*(?:\\b(?:first thing|by|before|on|until|till|at|no later than|not later than|due|this|for|at the latest)\\s+){0,2}${escaped}(?:\\s+at the latest)?$`,
        "i",
      ),
      "",
    );
    if (contentStems(shorter).length >= 2) line = shorter;
  }
  line = line.replace(/,?\s*(?:please|pls|thanks|thank you|if (?:that's|that is) ok(?:ay)?|if possible)$/i, "");
  return capitalize(line.length > 200 ? `${line.slice(0, 197).replace(/\s+\S*$/, "")}…` : line);
}

/** Merges a task that is stated twice; the one with a date wins. */
function keep(actions: Action[], action: Action): void {
  const stems = new Set(contentStems(action.action));
  const twin = actions.find((other) => {
    const otherStems = contentStems(other.action);
    const shared = otherStems.filter((stemmed) => stems.has(stemmed)).length;
    return shared / Math.max(1, Math.min(stems.size, otherStems.length)) >= 0.8;
  });
  if (!twin) actions.push(action);
  else if (!twin.due && action.due)
    Object.assign(twin, { due: action.due, dueText: action.dueText, owner: action.owner || twin.owner });
}
