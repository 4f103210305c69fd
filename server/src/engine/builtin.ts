import { actionsOf } from "./actions/actions.ts";
import { isAnswered, isSetAgain, isTakenBack } from "./actions/answered.ts";
import { composeDraft } from "./drafts/draft.ts";
import { type ReadRule, readRule } from "./mail-rules/read-rule.ts";
import { findAnswer } from "./questions/answer-question.ts";
import type { EngineAnswer, QuestionInput } from "./questions/types.ts";
import { intentsOf, needsCare } from "./replies/intents.ts";
import { mayBeForged, noAnswerOf } from "./replies/no-answer.ts";
import { composeReply } from "./replies/reply.ts";
import { rewrite } from "./rewrite/rewrite.ts";
import { subjectOf } from "./subjects/subject.ts";
import { keyPointsOf } from "./summaries/summarize.ts";
import { tame } from "./text/tame.ts";
import type {
  Action,
  Draft,
  DraftInput,
  MailHeader,
  Reply,
  ReplyChoices,
  ReplyInput,
  ReplyIntent,
  RewriteInput,
  Subject,
  ThreadInput,
  ThreadMessage,
  ThreadSummary,
} from "./types.ts";

// The built-in engine works without a key and without the network. Its functions are pure: the same input gives the same
// output, and the only state is its sentences and fitted weights, which are loaded once.

/** The key points and tasks of a thread, each with the index of its message. */
export function summarizeThread({ thread, now }: ThreadInput): ThreadSummary {
  const found = thread
    .slice(-mostMessagesForActions)
    .flatMap((message, i) =>
      actionsOf(message, Math.max(0, thread.length - mostMessagesForActions) + i, { now, thread }),
    );
  const actions = found.filter(
    (action) => !isAnswered(action, thread) && !isTakenBack(action, thread) && !isSetAgain(action, found, thread),
  );
  return { summary: keyPointsOf(thread), actions: actions.slice(0, mostActions) };
}

/** The tasks of one mail. */
export const extractTasks = (message: ThreadMessage, now: Date): Action[] =>
  actionsOf(message, 0, { now, thread: [message] });

/** A short subject in the words of the text. */
export const suggestSubject = ({ text }: { text: string }): Subject => ({ subject: subjectOf(text) });

/** A mail for an intent, in a tone, from the facts of the context. Plain text with paragraphs. */
export const draftEmail = (input: DraftInput): Draft =>
  composeDraft({ ...input, intent: tame(input.intent, longestIntent), context: tame(input.context, longestContext) });

/** An answer to each question, request and proposed time of a mail. */
export const draftReply = (input: ReplyInput): Reply =>
  composeReply({ ...input, stance: input.stance === undefined ? undefined : tame(input.stance, longestIntent) });

/** The user's own English text, shortened, corrected or in another tone. The same text if nothing is to change. */
export const rewriteText = ({ text, kind }: RewriteInput): { text: string } => ({ text: rewrite(text, kind) });

/** The form of a mail rule from an English sentence. */
export const makeRule = ({ sentence }: { sentence: string }): ReadRule => readRule(sentence);

/** Sentences of the mail that answer a question. */
export const answerQuestion = ({ input }: { input: QuestionInput }): { engine: EngineAnswer } => ({
  engine: findAnswer(input),
});

/** Up to three ways to answer a mail with one click. */
export const replyIntents = (emailBody: string, now = new Date(0)): ReplyIntent[] =>
  replyChoices(emailBody, { from: "" }, now).intents;

const leadsSomewhere =
  /https?:|www\.|\b(?:click|call|reply|answer|respond|phone|dial|transfer|iban|pay)\b|\+?\d[\d ()-]{7,}\d/i;

/** The same, or why the mail needs no answer. */
export function replyChoices(emailBody: string, header: MailHeader, now: Date): ReplyChoices {
  const noAnswer = noAnswerOf(emailBody, header);
  // A notice without a link, a number or a request to answer leads nowhere, even if it names a password.
  const isHarmless = noAnswer?.reason === "notification" && !leadsSomewhere.test(emailBody);
  if (noAnswer && (isHarmless || !(mayBeForged(noAnswer) && needsCare(emailBody, now))))
    return { intents: [], noAnswer };
  return { intents: intentsOf(emailBody, now) };
}

// Older messages of a longer thread hold tasks that are settled, and a longer list is not read to its end.
const mostMessagesForActions = 100;
const mostActions = 60;
// Longer input is not typed but pasted by accident; the bound limits the time that the rules take.
const longestIntent = 2_000;
const longestContext = 400_000;
