/** A mail that was found for a question. */
export type QuestionMail = {
  /** "Meera Kapoor <meera@box.test>" */
  from: string;
  to: string;
  at: Date;
  subject: string;
  /** The visible text, without sentences that give orders to an assistant. */
  body: string;
  /** Mails of one conversation have the same. */
  thread: string;
  /** The asker sent it. */
  isOwn: boolean;
};

/** The kind of fact that a question asks for. A sentence must have such a fact to be an answer. */
export type QuestionKind =
  | "amount"
  | "date"
  | "duration"
  | "reason"
  | "sent-date"
  | "person"
  | "sender"
  | "place"
  | "number"
  | "count"
  | "list"
  | "open-invoices"
  | "own-tasks"
  | "waiting"
  | "statement";

/** Why the engine does not answer. */
export type CannotReason = "language" | "order" | "knowledge" | "calculation" | "judgement";

/** Days as YYYY-MM-DD. `after` is included, `before` is not. */
export type Period = { after?: string; before?: string };

/** The stem of a word, then those of its synonyms. A soft group says what is done with the matter; its words may be missing. */
export type WordGroup = { stems: string[]; isSoft: boolean };

export type ReadQuestion = {
  kind: QuestionKind;
  cannot?: CannotReason;
  /** Lower-case words that may be names, in the order of the question. */
  names: string[];
  groups: WordGroup[];
  /** Of the mail's own date, unless it is `isDue`. */
  period?: Period;
  /** The period is about what is due, not about when the mail came. */
  isDue?: boolean;
  /** Only what these people wrote counts: "What did Meera say". */
  isBySpeaker: boolean;
  /** It asks by when something is wanted: a request with a day can answer. */
  asksDeadline?: boolean;
  /** Only what the asker wrote counts: "What did I promise". */
  isByAsker?: boolean;
};

export type QuestionInput = {
  question: ReadQuestion;
  /** Those of the question's names that are senders or recipients in the asker's mail. */
  people: string[];
  /** Other ways to read a follow-up, which are tried in turn if nothing answers. */
  otherwise?: { question: ReadQuestion; people: string[] }[];
  mails: QuestionMail[];
  /** The asker's name and addresses. */
  asker: string[];
  now: Date;
  timeZone: string;
};

/** A sentence of a mail that answers. `mail` is a position in the input. */
export type FoundSentence = { mail: number; sentence: string; speaker?: string; due?: Date | null; action?: string };

export type EngineAnswer = {
  outcome: "answered" | "nothing" | "cannot";
  reason?: CannotReason;
  kind: QuestionKind;
  /** For `count`. */
  count?: number;
  /** Two mails say different things; the newest is first. */
  differs?: boolean;
  found: FoundSentence[];
  /** Positions of the mails that come closest. */
  nearest: number[];
};
