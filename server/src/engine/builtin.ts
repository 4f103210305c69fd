import { actionsOf } from "./actions/actions.ts";
import { composeDraft } from "./drafts/draft.ts";
import { intentsOf } from "./replies/intents.ts";
import { composeReply } from "./replies/reply.ts";
import { subjectOf } from "./subjects/subject.ts";
import { keyPointsOf } from "./summaries/summarize.ts";
import { tame } from "./text/tame.ts";
import type {
  Action,
  Draft,
  DraftInput,
  Reply,
  ReplyInput,
  ReplyIntent,
  ThreadInput,
  ThreadMessage,
  ThreadSummary,
} from "./types.ts";

// The engine that answers with no key and no network. Everything here is a pure function of its arguments:
// it opens no connection, keeps no state but its own fitted weights, and gives the same answer to the same question.

/** The key points of a thread and who is to do what by when, each with the index of the mail it comes from. */
export function summarizeThread({ thread, now }: ThreadInput): ThreadSummary {
  const actions = thread
    .slice(-mostMessagesForActions)
    .flatMap((message, i) =>
      actionsOf(message, Math.max(0, thread.length - mostMessagesForActions) + i, { now, thread }),
    );
  return { summary: keyPointsOf(thread), actions: actions.slice(0, mostActions) };
}

/** The tasks of one mail. */
export const extractTasks = (message: ThreadMessage, now: Date): Action[] =>
  actionsOf(message, 0, { now, thread: [message] });

/** A short subject in the words of the text. */
export const suggestSubject = (text: string): string => subjectOf(text);

/** A mail for an intent, in a tone, from the facts of the context. Plain text with paragraphs. */
export const draftEmail = (input: DraftInput): Draft =>
  composeDraft({ ...input, intent: tame(input.intent, longestIntent), context: tame(input.context, longestContext) });

/** An answer to a mail that takes up each question, request and proposed time. */
export const draftReply = (input: ReplyInput): Reply =>
  composeReply({ ...input, stance: input.stance === undefined ? undefined : tame(input.stance, longestIntent) });

/** Up to three ways to answer a mail with one click. */
export const replyIntents = (emailBody: string, now = new Date(0)): ReplyIntent[] => intentsOf(emailBody, now);

// In a longer thread the old tasks are history; in a longer list nobody reads to the end.
const mostMessagesForActions = 100;
const mostActions = 60;
// Nobody types more into one line than this, and a context beyond that length is pasted by accident.
const longestIntent = 2_000;
const longestContext = 400_000;
