import type { Tone } from "@intellibox/contract/rules/choices";
/** One mail of a thread, as the caller has it. */
export type ThreadMessage = {
  from: string;
  to?: string | undefined;
  /** When it was sent; relative dates in the body are counted from here. */
  at?: Date | null | undefined;
  /** Minutes east of UTC of the sender's clock, when the header tells; UTC when it does not. */
  offsetMinutes?: number | undefined;
  body: string;
};

/** A sentence of the thread that carries it. `source` is the index of its message. */
export type KeyPoint = { text: string; source: number };

/** Who is to do what by when. */
export type Action = {
  action: string;
  /** Empty when the mail neither states nor addresses anybody. */
  owner: string;
  due: Date | null;
  /** The words of the mail that the due date was read from. */
  dueText?: string;
  source: number;
};

export type ThreadInput = { thread: ThreadMessage[]; now: Date };
export type ThreadSummary = { summary: KeyPoint[]; actions: Action[] };

export type DraftInput = {
  intent: string;
  tone: Tone;
  context: string;
  /** Raised on Regenerate: another wording of the same facts. */
  variant?: number | undefined;
  /** Name to sign with; undefined leaves a marked blank, empty leaves the space to a signature. */
  sender?: string | undefined;
};
export type Draft = { subject: string; body: string };

export type ReplyInput = {
  emailBody: string;
  tone: Tone;
  /** A stance of `replyIntents`, or the user's own words. */
  stance?: string | undefined;
  now: Date;
  variant?: number | undefined;
  sender?: string | undefined;
};
export type Reply = { reply: string };
export type ReplyIntent = { label: string; stance: string };
