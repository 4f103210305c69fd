/** The outcome so far of a mail that our server accepted. "Sent" means that the mail server accepted it. */

import type { SendOutcome } from "@intellibox/contract/endpoints/outbox";
import { isUnconfirmed } from "@intellibox/contract/rules/unconfirmed";
import { t } from "@intellibox/contract/text/t";

export type MailOutcome =
  /** The mail is sent when the time for undo is over. */
  | { state: "undoable"; until: Date }
  | { state: "scheduled"; at: Date }
  | { state: "sending" }
  | { state: "sent"; detail?: string | undefined }
  /** The mail server deferred the mail. It is retried automatically. */
  | { state: "waiting"; detail: string; at?: Date | undefined }
  | { state: "failed" | "unconfirmed"; detail: string }
  | { state: "cancelled" };

/** Begins the id of a mail that waits on this device for the network, and has no message id yet. */
export const waitingHere = "waiting ";

/** A send time further ahead than this was chosen by the user. */
const soonMs = 5_000;

export function outcomeOf(
  { status, detail, sendAt, undoUntil }: Omit<SendOutcome, "messageId">,
  now = Date.now(),
): MailOutcome {
  if (status === "sent") return { state: "sent", detail };
  if (status === "cancelled") return { state: "cancelled" };
  if (status === "failed") {
    const words = detail ?? t("Failed to send");
    return { state: isUnconfirmed(words) ? "unconfirmed" : "failed", detail: words };
  }
  const at = sendAt?.getTime() ?? 0;
  if (at > Math.max(now, undoUntil?.getTime() ?? 0) + soonMs)
    return detail ? { state: "waiting", detail, at: sendAt } : { state: "scheduled", at: sendAt ?? new Date(now) };
  if (undoUntil && undoUntil.getTime() > now) return { state: "undoable", until: undoUntil };
  return detail && sendAt ? { state: "waiting", detail, at: sendAt } : { state: "sending" };
}

/** "priya@example.com", "priya@example.com and 2 more" */
export function recipientsInWords(to: readonly string[]) {
  const [first = "", ...rest] = to;
  return rest.length === 0 ? first : t("{first} and {count} more", { first, count: rest.length });
}
