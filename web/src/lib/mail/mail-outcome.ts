/** What is known of a mail that was handed to the server. "Sent" is said of mail that its server has taken, and of no other. */
import type { SendOutcome } from "@intellibox/contract/endpoints/outbox";
import { isUnconfirmed } from "@intellibox/contract/endpoints/own-mail";

export type MailFate =
  /** It leaves when the time for undo is over. */
  | { state: "undoable"; until: Date }
  | { state: "scheduled"; at: Date }
  | { state: "sending" }
  | { state: "sent"; detail?: string | undefined }
  /** The server put it off; it is tried again by itself. */
  | { state: "waiting"; detail: string; at?: Date | undefined }
  | { state: "failed" | "unconfirmed"; detail: string }
  | { state: "cancelled" };

/** What is planned further ahead than this was planned by a person. */
const soonMs = 5_000;

export function fateOf(
  { status, detail, sendAt, undoUntil }: Omit<SendOutcome, "messageId">,
  now = Date.now(),
): MailFate {
  if (status === "sent") return { state: "sent", detail };
  if (status === "cancelled") return { state: "cancelled" };
  if (status === "failed") {
    const words = detail ?? "Failed to send";
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
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}
