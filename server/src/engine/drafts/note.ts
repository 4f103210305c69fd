/** What one note of the user becomes in the mail. */
export type Note =
  /** `jotting` is how it was noted down, for when "it" would stand among a list of other things. */
  | { as: "sentence"; text: string; jotting?: string }
  /** Something the reader is asked: stands near the end, in place of the standard question. */
  | { as: "ask"; text: string }
  /** A fragment: a line of a list, in the user's words. */
  | { as: "item"; text: string }
  /** The thanks or apology that the user wants said. */
  | { as: "aside"; text: string };
