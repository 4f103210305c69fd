import { currentSession } from "#lib/session/session.ts";

/** The pasted text, for a user who leaves the page and comes back. It is kept in memory only, so it ends with the tab. */
let pasted = { userId: "", text: "" };

const currentUserId = () => currentSession()?.user._id ?? "";

export const pastedText = () => (pasted.userId === currentUserId() ? pasted.text : "");

export function rememberPastedText(text: string) {
  pasted = { userId: currentUserId(), text };
}
