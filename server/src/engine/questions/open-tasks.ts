import { actionsOf } from "../actions/actions.ts";
import { isAnswered } from "../actions/answered.ts";
import { namesOf } from "../actions/people.ts";
import { noAnswerOf } from "../replies/no-answer.ts";
import { contentStems } from "../text/words.ts";
import type { Action, ThreadMessage } from "../types.ts";
import { dayOfPeriod } from "./days.ts";
import type { ReadMail } from "./mail-sentences.ts";
import type { FoundSentence, QuestionInput } from "./types.ts";

const mostMailsOfThread = 30;
/** Requests and promises are near the beginning of a mail. The bound limits the time of many long mails. */
const longestRead = 3_000;

/** The tasks of the asker, or those that others owe the asker: those with a day first, by their day. */
export function openTasks(input: QuestionInput, mails: ReadMail[], whose: "own" | "others"): FoundSentence[] {
  const threads = Map.groupBy(mails, ({ mail }) => mail.thread);
  const found = [...threads.values()].flatMap((thread) => tasksOf(input, thread, whose));
  const wanted = found.filter(({ due, at }) => isWithin(input, due ?? null, at));
  const isFirst = ({ mail, sentence }: FoundSentence, at: number) =>
    wanted.findIndex((other) => other.mail === mail && other.sentence === sentence) === at;
  return wanted
    .filter(isFirst)
    .sort((one, other) => rankOf(one.due) - rankOf(other.due) || other.at.getTime() - one.at.getTime())
    .map(({ at: _, ...task }) => task);
}

const rankOf = (due: Date | null | undefined) => due?.getTime() ?? Number.MAX_SAFE_INTEGER;

function tasksOf(input: QuestionInput, thread: ReadMail[], whose: "own" | "others") {
  const ordered = thread
    .toSorted((one, other) => one.mail.at.getTime() - other.mail.at.getTime())
    .slice(-mostMailsOfThread);
  const messages: ThreadMessage[] = ordered.map(({ mail }) => ({
    from: mail.from,
    to: mail.to,
    at: mail.at,
    body: mail.body.slice(0, longestRead),
  }));
  return ordered.flatMap((read, index) => {
    const { mail } = read;
    if (input.question.isByAsker && !mail.isOwn) return [];
    if (!mail.isOwn && noAnswerOf(mail.body, { from: mail.from })) return [];
    return actionsOf(messages[index] as ThreadMessage, index, { now: input.now, thread: messages })
      .filter((action) => !isAnswered(action, messages) && isOf(input, action, mail, whose))
      .flatMap((action) => {
        const sentence = sentenceOf(read, action);
        return sentence ? [{ mail: read.at, sentence, due: action.due, action: action.action, at: mail.at }] : [];
      });
  });
}

function isOf({ asker }: QuestionInput, { owner }: Action, mail: ReadMail["mail"], whose: "own" | "others") {
  const name = owner.toLowerCase();
  if (!name) return false;
  const isAsker = asker.some(
    (own) => own !== "" && (own === name || own.split(/\s+/)[0] === name || name.split(/\s+and\s+/).includes(own)),
  );
  if (whose === "own") return isAsker;
  // Of the tasks of others, those count that the asker gave, or that somebody promised to the asker.
  return !isAsker && name !== "everyone" && (mail.isOwn || namesOf(mail.from)[0]?.toLowerCase() === name);
}

/** The sentence that the task was read from: the one that shares most of its words. */
function sentenceOf({ sentences }: ReadMail, { action, dueText = "" }: Action): string | undefined {
  const wanted = new Set(contentStems(`${action} ${dueText}`));
  let best: { text: string; shared: number } | undefined;
  for (const { text } of sentences) {
    const shared = contentStems(text).filter((stemmed) => wanted.has(stemmed)).length;
    if (shared > (best?.shared ?? 0)) best = { text, shared };
  }
  return best?.text;
}

/** By the day on which the task is due; by the day of its mail if it has none. */
function isWithin({ question: { period }, timeZone }: QuestionInput, due: Date | null, at: Date) {
  if (!period) return true;
  const day = dayOfPeriod(due ?? at, timeZone);
  return (!period.after || day >= period.after) && (!period.before || day < period.before);
}
