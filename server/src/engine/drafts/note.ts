/** A note of the user, by its role in the mail. */
export type Note =
  /** `jotting` is the original text, for a list in which "it" would refer to another item. */
  | { as: "sentence"; text: string; jotting?: string }
  /** A request to the reader. It replaces the standard closing line. */
  | { as: "ask"; text: string }
  /** A fragment in the user's words, shown as a list item. */
  | { as: "item"; text: string }
  /** Thanks or an apology that the user asks for. */
  | { as: "aside"; text: string };
