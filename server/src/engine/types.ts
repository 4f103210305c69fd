import type { NoAnswerReason, Tone } from "@intellibox/contract/rules/choices";
import type { UsedPiece } from "@intellibox/contract/rules/knowledge";
import type { RewriteKind } from "@intellibox/contract/rules/rewriting";
import type { OfferedPiece } from "./knowledge/offered-piece.ts";
import type { WritersVoice } from "./voice/apply-voice.ts";

/** One message of a thread. */
export type ThreadMessage = {
  from: string;
  to?: string | undefined;
  /** The time of sending, from which relative dates in the body are counted. */
  at?: Date | null | undefined;
  /** The sender's offset from UTC in minutes, east positive; UTC if the header states none. */
  offsetMinutes?: number | undefined;
  body: string;
};

/** A sentence that summarizes the thread. `source` is the index of its message. */
export type KeyPoint = { text: string; source: number };

/** A task: what is to be done, by whom and by when. */
export type Action = {
  action: string;
  /** Empty if the mail names no person and addresses none. */
  owner: string;
  due: Date | null;
  /** The text that the due date was read from. */
  dueText?: string;
  source: number;
};

export type ThreadInput = { thread: ThreadMessage[]; now: Date };
export type ThreadSummary = { summary: KeyPoint[]; actions: Action[] };

/** "composed" is a mail that the engine understood; "frame" is a plain frame around the user's own words. */
export type DraftBasis = "composed" | "frame";

export type DraftInput = {
  intent: string;
  tone: Tone;
  context: string;
  /** The recipients as typed in the To field: names, addresses or both. */
  to?: string | undefined;
  /** "Regenerate" increases it to get another wording of the same facts. */
  variant?: number | undefined;
  /** The name below the closing. Undefined gives a marked blank; empty gives none, because a signature follows. */
  sender?: string | undefined;
  /** Absent if it is not known how the user writes, or not wanted. */
  voice?: WritersVoice | undefined;
  /** Pieces that may say what the intent asks to tell. */
  knowledge?: OfferedPiece[] | undefined;
};
/**
 * `basis` is undefined if a provider's model wrote it. `inVoice` is true if the user's voice changed it. `sources` are the pieces of
 * knowledge that it used.
 */
export type Draft = { subject: string; body: string; basis?: DraftBasis; inVoice?: boolean; sources?: UsedPiece[] };

/** The parts of a mail's header that tell who or what sent it. */
export type MailHeader = {
  /** "Jo Park <jo@acme.test>", or "" if only the text of the mail is known. */
  from: string;
  listUnsubscribe?: string | undefined;
  listId?: string | undefined;
  autoSubmitted?: string | undefined;
  precedence?: string | undefined;
};

export type ReplyInput = {
  /** The mail, with or without header lines above its text. */
  emailBody: string;
  tone: Tone;
  /** A stance of `replyIntents`, or the user's own words. */
  stance?: string | undefined;
  now: Date;
  variant?: number | undefined;
  sender?: string | undefined;
  voice?: WritersVoice | undefined;
  /** Pieces that may answer the mail. */
  knowledge?: OfferedPiece[] | undefined;
};
export type Reply = { reply: string; basis?: DraftBasis; inVoice?: boolean; sources?: UsedPiece[] };
export type Subject = { subject: string };
export type ReplyIntent = { label: string; stance: string };

/** Why a mail needs no answer, and whether it says how to unsubscribe. */
export type NoAnswer = {
  reason: NoAnswerReason;
  unsubscribe?: boolean;
};

/** The one-click answers to a mail, or the reason why it needs none. */
export type ReplyChoices = { intents: ReplyIntent[]; noAnswer?: NoAnswer };

/** The user's own text, in English for the engine. */
export type RewriteInput = { text: string; kind: RewriteKind };
