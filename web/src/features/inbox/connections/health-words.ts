import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
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
    lastSync: lastSync ? capital(ago(lastSync, now)) : "Never",
    lag: lagOf(mailbox, now),
    lastError: lastError ? sentence(lastError) : "None",
    next: nextOf(mailbox, now),
  };
}

function stateOf({ status, syncing, needsReconnect }: Mailbox) {
  if (needsReconnect) return "Sign-in expired. Reconnect this account.";
  if (status === "attention") return "Paused. Needs attention.";
  if (syncing) return "Syncing now";
  if (status === "retrying") return "Last sync failed. Retrying automatically.";
  return "Healthy";
}

function lagOf({ status, lastSync, syncing, remaining, hasOlder, history }: Mailbox, now: Date) {
  if (syncing && remaining > 0) return `${grouped(remaining)} ${remaining === 1 ? "message" : "messages"} to come`;
  if (!lastSync) return "No mail yet";
  if (status !== "connected") return `New mail since ${ago(lastSync, now)} may be missing`;
  if (history.isLoading)
    return history.backTo
      ? `Older mail is loading, back to ${dayMonthYear(history.backTo)} so far`
      : "Older mail is loading";
  return hasOlder ? "Up to date. Press Sync to load older mail." : "Up to date";
}

function nextOf({ status, syncing, nextSync }: Mailbox, now: Date) {
  if (status === "attention") return "Manual";
  if (syncing) return "Now";
  return nextSync ? ahead(nextSync, now) : "When you press Sync";
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
  return length ? `${length} ago` : "just now";
}

function ahead(moment: Date, now: Date) {
  const length = span((moment.getTime() - now.getTime()) / 1000);
  return length ? `In ${length}` : "Shortly";
}
