/** The acts that a clause of an intent can stand for in the mail. */
export const acts = [
  "tell",
  "ask",
  "request",
  "remind",
  "thank",
  "apologize",
  "offer",
  "invite",
  "decline",
  "accept",
  "confirm",
  "propose",
  "congratulate",
  "condole",
  "complain",
  "announce",
  "introduce",
  "welcome",
  "wish",
  "follow-up",
  "cancel",
  "promise",
  "assure",
  "urge",
  "send",
  "intend",
  "instruct",
  "resign",
  "apply",
  "mention",
  "explain",
  "state",
  "question",
  "fragment",
  "write",
  // A sentence that stays as the writer typed it.
  "dictated",
] as const;
export type Act = (typeof acts)[number];

/** How the content of a clause is built: a clause, an infinitive, a noun phrase or gerund, or nothing. */
export type ContentForm = "that" | "whether" | "to" | "thing" | "about" | "none";

/** A person or group that a clause names. */
export type Addressee = { text: string; kind: "name" | "role" | "group" | "company" | "pronoun" };

export type Clause = {
  act: Act;
  form: ContentForm;
  /** The content in the user's words, before it is turned to the reader. */
  content: string;
  addressee?: Addressee | undefined;
  /** A subordinate clause before it, with its conjunction: "if they cannot deliver". */
  condition?: string | undefined;
  /** The text spoke to the reader itself, so that its orders are the reader's. */
  isDirect?: boolean;
  /** Words of the user that the clause was read from. */
  source: string;
};
