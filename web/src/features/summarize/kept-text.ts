import { currentSession } from "#lib/session/session.ts";

/** What was pasted, for whoever leaves the page and comes back. In memory only: it is gone with the tab, and nobody else's. */
let kept = { of: "", text: "" };

const whose = () => currentSession()?.user._id ?? "";

export const keptText = () => (kept.of === whose() ? kept.text : "");

export function keepText(text: string) {
  kept = { of: whose(), text };
}
