import type { Gender } from "../intents/gender.ts";

/** What is known about the reader when a text in the third person is said to them. */
export type Addressed = {
  gender: Gender;
  isMany: boolean;
  /** A role or a firm, which may be one person or several. */
  isFirm?: boolean;
  /** The text follows "that" or "whether". */
  isClause: boolean;
  /** What the intent says before the text: a pronoun may go back to a thing or a person in it. */
  before: string;
};
