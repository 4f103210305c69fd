import type { Tone } from "../choices.ts";
import type { PrivateKind } from "../private-values.ts";

export type MailPerson = { name: string; address: string };

/** The mail that is answered, and what came before it. */
export type CheckedThread = {
  /** The text of the answered mail, with the older mail that it quotes. */
  text: string;
  /** Everyone who wrote or got mail in it. */
  people: readonly MailPerson[];
  /** The sender of the answered mail; undefined for own mail. */
  sender?: MailPerson | undefined;
};

/** A mail that is being written, and everything that its check compares it with. All of it is in the browser already. */
export type CheckedMail = {
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  subject: string;
  /** The writer's own words, without the quoted original. */
  text: string;
  /** True if a file goes along, or a forwarded message with files. */
  hasFiles: boolean;
  /** Addresses of the writer. */
  own: readonly string[];
  /** People whom the writer knows. */
  known: readonly MailPerson[];
  thread?: CheckedThread | undefined;
  /** The tone that the writer chose for drafts; undefined if none was used. */
  tone?: Tone | undefined;
  /** The day in the writer's time zone. */
  today: { year: number; month: number; day: number };
};

/** Changes the mail so that the finding disappears. */
export type Fix =
  | { type: "replace"; where: "text" | "subject"; from: string; to: string }
  | { type: "attach" }
  | { type: "fill" }
  | { type: "remove-recipient"; address: string }
  | { type: "replace-recipient"; address: string; by: string }
  | { type: "answer-sender"; address: string }
  | { type: "add-answer"; question: string }
  | { type: "rewrite"; as: "formal" | "friendly" };

/** The kinds of mistakes. */
export type FindingKind =
  | "missing-attachment"
  | "wrong-weekday"
  | "impossible-date"
  | "other-date"
  | "other-amount"
  | "other-number"
  | "other-name"
  | "new-recipient"
  | "outside-recipient"
  | "similar-recipient"
  | "many-recipients"
  | "unfilled"
  | "private"
  | "tone"
  | "open-question";

export type Finding = {
  kind: FindingKind;
  /** Identifies the finding as long as its words stay the same. */
  key: string;
  /** Words of the mail. */
  words: string;
  /** The words or the name that they differ from. */
  other?: string;
  privateKind?: PrivateKind;
  count?: number;
  /** True if sending is likely to be regretted: Send asks first. */
  isGrave: boolean;
  fix?: Fix;
};
