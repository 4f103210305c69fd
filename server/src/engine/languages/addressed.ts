import type { Gender } from "../intents/gender.ts";

/** The facts about the reader that turn a text in the third person into one that is said to them. */
export type Addressed = {
  gender: Gender;
  isMany: boolean;
  /** A role or a firm, which may be one person or several. */
  isFirm?: boolean;
  /** The text follows "that" or "whether". */
  isClause: boolean;
  /** The part of the intent before the text: a pronoun may refer to a thing or a person in it. */
  before: string;
};
