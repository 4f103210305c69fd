import { foldLetters } from "#lib/tokenize.ts";
import type { MailSentence, ReadMail } from "./mail-sentences.ts";
import { groupOf } from "./question-words.ts";
import { canAnswer } from "./typed-facts.ts";
import type { QuestionInput, QuestionKind, WordGroup } from "./types.ts";

export type ScoredSentence = { read: ReadMail; sentence: MailSentence; score: number };

/** How much a word counts by where it stands. */
const inSentence = 1;
const synonym = 0.9;
const beside = 0.7;
const inSubject = 0.65;
const inMail = 0.4;
/** Below this score a sentence is about something else. */
const enough = 0.5;
const dayMs = 86_400_000;

/** The groups of the question without the names of people, who are compared with the mail's header. */
export function matterOf({ question, people }: Pick<QuestionInput, "question" | "people">): WordGroup[] {
  const named = new Set(people.flatMap((name) => name.split(/[@._/-]+/)).flatMap((part) => groupOf(part)?.stems ?? []));
  return question.groups.filter(({ stems }) => !stems.some((stemmed) => named.has(stemmed)));
}

const has = (stems: ReadonlySet<string>, { stems: wanted }: WordGroup) => wanted.some((stemmed) => stems.has(stemmed));

/** Whether the mail is about all of the matter. Of a long question one word may be missing. */
export function isAbout(read: ReadMail, groups: WordGroup[], threadStems: ReadonlySet<string>): boolean {
  const hard = groups.filter(({ isSoft }) => !isSoft);
  const missing = hard.filter((group) => !has(read.stems, group) && !has(threadStems, group)).length;
  if (missing > (hard.length >= 4 ? 1 : 0)) return false;
  // A question of soft words alone is about them.
  return hard.length > 0 || groups.length === 0 || groups.some((group) => has(read.stems, group));
}

/** How many of the people are a party of the mail: its sender counts for all, a recipient or a mention for half. */
export function involvement({ mail }: ReadMail, people: string[], isBySpeaker: boolean): number {
  if (people.length === 0) return 1;
  const from = foldLetters(mail.from);
  const others = foldLetters(`${mail.to} ${mail.subject} ${mail.body}`);
  const parts = people.map((name) => {
    if (isIn(from, name)) return 1;
    return !isBySpeaker && isIn(others, name) ? 0.5 : 0;
  });
  return Math.max(...parts) + parts.reduce<number>((sum, part) => sum + part, 0) / 100;
}

function isIn(text: string, name: string) {
  const at = text.indexOf(name);
  return at >= 0 && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ");
}

/** All sentences that can answer, best first. */
export function selectSentences(input: QuestionInput, mails: ReadMail[]): ScoredSentence[] {
  const { question, people, now } = input;
  const groups = matterOf(input);
  const threads = Map.groupBy(mails, ({ mail }) => mail.thread);
  const weights = groups.map((group) => weightOf(group, mails));
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const isAskedFor = question.groups.some(({ stems }) => stems.includes("ask"));
  const isWanted = question.asksDeadline || isAskedFor || question.groups.some(({ stems }) => stems.includes("due"));
  const isVague = people.length === 0 && groups.every(({ isSoft }) => isSoft);
  const found: ScoredSentence[] = [];
  for (const read of mails) {
    const part = involvement(read, people, question.isBySpeaker);
    if (part === 0) continue;
    const threadStems = new Set((threads.get(read.mail.thread) ?? []).flatMap(({ stems }) => [...stems]));
    if (!isAbout(read, groups, threadStems)) continue;
    const age = Math.max(0, now.getTime() - read.mail.at.getTime()) / dayMs;
    const extra = 0.1 * part + 0.08 / (1 + age / 14);
    read.sentences.forEach((sentence, index) => {
      if (!canAnswer(question.kind, sentence.text)) return;
      const before = read.sentences[index - 1]?.stems;
      const next = read.sentences[index + 1]?.stems;
      let sum = 0;
      groups.forEach((group, which) => {
        sum += (weights[which] ?? 1) * placeOf(group, sentence.stems, before, next, read);
      });
      const score =
        (groups.length === 0 ? 0.6 : sum / whole) + extra + shapeOf(sentence.text, question.kind, isAskedFor, isWanted);
      // A common word in the middle of a mail says little about what the mail is about.
      if (isVague && !groups.some((group) => has(sentence.stems, group) || has(read.subject, group))) return;
      if (score >= enough) found.push({ read, sentence, score });
    });
  }
  return found.sort(
    (one, other) => other.score - one.score || other.read.mail.at.getTime() - one.read.mail.at.getTime(),
  );
}

export const isRequest =
  /\b(?:please|pls|kindly|can you|could you|would you|we need|i need|we would need|would like)\b/i;

/** Scores a sentence as an answer by its form. A request with a day is no answer to "When is the review?". */
function shapeOf(text: string, kind: QuestionKind, isAskedFor: boolean, isWanted: boolean): number {
  const words = text.split(/\s+/).length;
  const length = words > 60 ? -0.15 : words < 3 ? -0.2 : 0;
  const announcing = /:\s*$/.test(text) ? -0.2 : 0;
  const asking = isQuestion(text) && !isAskedFor ? -0.35 : 0;
  if (!isRequest.test(text)) return length + announcing + asking;
  return (
    length +
    announcing +
    asking +
    (isAskedFor ? 0.2 : (kind === "date" || kind === "duration") && !isWanted ? -0.35 : 0)
  );
}

function placeOf(
  group: WordGroup,
  own: ReadonlySet<string>,
  before: ReadonlySet<string> | undefined,
  next: ReadonlySet<string> | undefined,
  read: ReadMail,
): number {
  if (has(own, group)) return own.has(group.stems[0] ?? "") ? inSentence : synonym;
  if (before && has(before, group)) return beside;
  if (has(read.subject, group)) return inSubject;
  if (next && has(next, group)) return beside - 0.1;
  return has(read.stems, group) ? inMail : group.isSoft ? 0.15 : 0.3;
}

/** A word that few of the mails have tells more. */
function weightOf(group: WordGroup, mails: ReadMail[]): number {
  const count = mails.filter(({ stems }) => has(stems, group)).length;
  const rarity = Math.log(1 + mails.length / Math.max(1, count));
  return (group.isSoft ? 0.6 : 1) * Math.min(2.5, Math.max(0.7, rarity));
}

export const isQuestion = (text: string) => /\?["'”’)]*\s*$/.test(text);
