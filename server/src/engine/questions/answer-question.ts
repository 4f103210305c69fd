import { dayOfPeriod } from "./days.ts";
import { type ReadMail, readSentences } from "./mail-sentences.ts";
import { openInvoices } from "./open-invoices.ts";
import { openTasks } from "./open-tasks.ts";
import { involvement, isAbout, isRequest, matterOf, type ScoredSentence, selectSentences } from "./select-sentences.ts";
import { factsOf } from "./typed-facts.ts";
import type { EngineAnswer, FoundSentence, QuestionInput } from "./types.ts";

const mostMails = 80;
const mostListed = 8;
const mostNearest = 3;
/** A sentence this much below the best one is another matter. */
const closeBehind = 0.12;
/** A later mail of the same conversation need not repeat the words of the matter. */
const laterBehind = 0.35;

/** Answers a question with sentences of the mail, or says that nothing in it answers. It never words an answer of its own. */
export function findAnswer(input: QuestionInput): EngineAnswer {
  const answer = answerAs(input);
  if (answer.outcome !== "nothing") return answer;
  for (const other of input.otherwise ?? []) {
    const found = answerAs({ ...input, ...other });
    // A number of mails says nothing about a question that was read with less than it says.
    if (found.outcome === "answered" && found.kind !== "count") return found;
  }
  return answer;
}

function answerAs(input: QuestionInput): EngineAnswer {
  const { question } = input;
  const mails = input.mails
    .slice(0, mostMails)
    .map(readSentences)
    .filter((read) => isInPeriod(input, read));
  const { cannot } = question;
  if (cannot) {
    const nearest = cannot === "knowledge" ? [] : nearestOf(input, mails);
    return { outcome: "cannot", reason: cannot, kind: question.kind, found: [], nearest };
  }
  const found = sentencesFor(input, mails);
  const nearest = nearestOf(input, mails);
  if (question.kind === "count") {
    const count = mails.filter((read) => isMatter(input, read)).length;
    return { outcome: "answered", kind: "count", count, found: [], nearest };
  }
  if (found.length === 0) return { outcome: "nothing", kind: question.kind, found, nearest };
  return {
    outcome: "answered",
    kind: question.kind,
    found,
    nearest: [],
    ...(differ(input, found) && { differs: true }),
  };
}

function sentencesFor(input: QuestionInput, mails: ReadMail[]): FoundSentence[] {
  const { kind } = input.question;
  const involved = mails.filter((read) => involvement(read, input.people, input.question.isBySpeaker) > 0);
  if (kind === "open-invoices") return openInvoices(involved).slice(0, mostListed);
  if (kind === "own-tasks") return openTasks(input, involved, "own").slice(0, mostListed);
  if (kind === "waiting") return openTasks(input, involved, "others").slice(0, mostListed);
  // "Who is Fatima?" names no matter, and a mail seldom says it.
  if (kind === "person" && matterOf(input).length === 0) return [];
  const ranked = selectSentences(input, mails);
  if (kind === "list") return listed(ranked);
  return kind === "sender" || kind === "sent-date" ? oneOfEach(ranked).slice(0, 2) : best(input, ranked);
}

const foundOf = ({ read, sentence }: ScoredSentence): FoundSentence => ({
  mail: read.at,
  sentence: sentence.text,
  ...(sentence.speaker && { speaker: sentence.speaker }),
});

/** The best sentence of each mail, the newest mail first. */
function listed(ranked: ScoredSentence[]): FoundSentence[] {
  const mails = new Map<number, ScoredSentence>();
  for (const one of ranked) if (!mails.has(one.read.at)) mails.set(one.read.at, one);
  return [...mails.values()].slice(0, mostListed).sort(newestFirst).map(foundOf);
}

const newestFirst = (one: ScoredSentence, other: ScoredSentence) =>
  other.read.mail.at.getTime() - one.read.mail.at.getTime();

/** The first mail of each conversation that is as good as the best. */
function oneOfEach(ranked: ScoredSentence[]): FoundSentence[] {
  const [first] = ranked;
  if (!first) return [];
  const close = ranked.filter(({ score, read }) => score >= first.score - closeBehind / 2 && !read.mail.isOwn);
  const threads = new Map<string, ScoredSentence>();
  for (const one of close.length > 0 ? close : [first])
    if (!threads.has(one.read.mail.thread)) threads.set(one.read.mail.thread, one);
  return [...threads.values()].map(foundOf);
}

/** The best sentence, and the newest others that say as much: the newest mail wins, and what it replaces is shown below it. */
function best({ question }: QuestionInput, ranked: ScoredSentence[]): FoundSentence[] {
  const [first] = ranked;
  if (!first) return [];
  const isTypedKind = ["amount", "date", "duration"].includes(question.kind);
  const isLater = ({ read: { mail }, sentence }: ScoredSentence) =>
    mail.thread === first.read.mail.thread && mail.at > first.read.mail.at && !isRequest.test(sentence.text);
  const close = ranked.filter(
    (one) => one.score >= first.score - (isTypedKind && isLater(one) ? laterBehind : closeBehind),
  );
  const isTyped = factsOf(question.kind, first.sentence.text) !== "";
  const chosen: ScoredSentence[] = [];
  for (const one of isTyped ? [...close].sort(newestFirst) : close) {
    const isSame = chosen.some(
      (other) =>
        other.sentence.text === one.sentence.text ||
        (isTyped && factsOf(question.kind, other.sentence.text) === factsOf(question.kind, one.sentence.text)),
    );
    const isOfSameMail = chosen.some((other) => other.read.at === one.read.at);
    if (!isSame && !(isTyped && isOfSameMail) && chosen.length < 3) chosen.push(one);
  }
  return chosen.map(foundOf);
}

function differ({ question: { kind } }: QuestionInput, found: FoundSentence[]) {
  const facts = new Set(found.map(({ sentence }) => factsOf(kind, sentence)));
  return facts.size > 1 && !facts.has("");
}

/** Tasks are looked for by the day on which they are due. */
function isInPeriod({ question: { period, isDue, kind }, timeZone }: QuestionInput, { mail }: ReadMail) {
  if (!period || isDue || kind === "own-tasks" || kind === "waiting") return true;
  const day = dayOfPeriod(mail.at, timeZone);
  return (!period.after || day >= period.after) && (!period.before || day < period.before);
}

const isMatter = (input: QuestionInput, read: ReadMail) =>
  involvement(read, input.people, input.question.isBySpeaker) > 0 && isAbout(read, matterOf(input), new Set());

function nearestOf(input: QuestionInput, mails: ReadMail[]): number[] {
  const groups = matterOf(input);
  const shared = ({ stems }: ReadMail) =>
    groups.filter((group) => group.stems.some((stemmed) => stems.has(stemmed))).length;
  return mails
    .map((read) => ({
      read,
      score: shared(read) + (input.people.length > 0 ? involvement(read, input.people, false) : 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || other.read.mail.at.getTime() - one.read.mail.at.getTime())
    .slice(0, mostNearest)
    .map(({ read }) => read.at);
}
