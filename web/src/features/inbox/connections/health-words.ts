import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { dayMonthYear, grouped } from "#lib/format.ts";

type Mailbox = Pick<
  ConnectedMailbox,
  "status" | "lastSync" | "lastError" | "nextSync" | "syncing" | "remaining" | "hasOlder" | "history" | "needsReconnect"
>;

export type Health = {
  /** The state in one sentence. */
  state: string;
  lastSync: string;
  /** The mail that may be missing compared with the server. */
  lag: string;
  lastError: string;
  next: string;
};

/** Describes a mailbox's state, its last error and its next sync in words. */
export function healthOf(mailbox: Mailbox, now: Date): Health {
  const { lastSync, lastError } = mailbox;
  return {
    state: stateOf(mailbox),
    lastSync: lastSync ? capital(ago(lastSync, now)) : t("Never"),
    lag: lagOf(mailbox, now),
    lastError: lastError ? sentence(lastError) : t("None"),
    next: nextOf(mailbox, now),
  };
}

function stateOf({ status, syncing, needsReconnect }: Mailbox) {
  if (needsReconnect) return t("Sign-in expired. Reconnect this account.");
  if (status === "attention") return t("Paused. Needs attention.");
  if (syncing) return t("Syncing now");
  if (status === "retrying") return t("Last sync failed. Retrying automatically.");
  return t("Healthy");
}

function lagOf({ status, lastSync, syncing, remaining, hasOlder, history }: Mailbox, now: Date) {
  if (syncing && remaining > 0) return `${grouped(remaining)} ${remaining === 1 ? "message" : "messages"} to come`;
  if (!lastSync) return t("No mail yet");
  if (status !== "connected") return `New mail since ${ago(lastSync, now)} may be missing`;
  if (history.isLoading)
    return history.backTo
      ? t("Older mail is loading, back to {backTo} so far", { backTo: dayMonthYear(history.backTo) })
      : t("Older mail is loading");
  return hasOlder ? t("Up to date. Press Sync to load older mail.") : t("Up to date");
}

function nextOf({ status, syncing, nextSync }: Mailbox, now: Date) {
  if (status === "attention") return t("Manual");
  if (syncing) return t("Now");
  return nextSync ? ahead(nextSync, now) : t("When you press Sync");
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

const steps: [number, string][] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

function span(seconds: number) {
  for (const [size, word] of steps) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${word}${count === 1 ? "" : "s"}`;
  }
  return null;
}

export function ago(moment: Date, now: Date) {
  const length = span((now.getTime() - moment.getTime()) / 1000);
  return length ? t("{length} ago", { length }) : "just now";
}

function ahead(moment: Date, now: Date) {
  const length = span((moment.getTime() - now.getTime()) / 1000);
  return length ? t("In {length}", { length }) : t("Shortly");
}
