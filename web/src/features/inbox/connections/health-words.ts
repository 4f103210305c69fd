import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { dayMonthYear } from "#lib/format.ts";
import { once } from "#lib/once.ts";

type Mailbox = Pick<
  ConnectedMailbox,
  | "status"
  | "lastSync"
  | "lastError"
  | "nextSync"
  | "syncing"
  | "remaining"
  | "hasOlder"
  | "history"
  | "needsReconnect"
  | "isPaused"
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

function stateOf({ status, syncing, needsReconnect, isPaused }: Mailbox) {
  if (isPaused) return t("Paused by you");
  if (needsReconnect) return t("Sign-in expired. Reconnect this account.");
  if (status === "attention") return t("Paused. Needs attention.");
  if (syncing) return t("Syncing now");
  if (status === "retrying") return t("Last sync failed. Retrying automatically.");
  return t("Healthy");
}

function lagOf({ status, isPaused, lastSync, syncing, remaining, hasOlder, history }: Mailbox, now: Date) {
  const count = history.isLoading ? Math.max(remaining, history.left ?? 0) : remaining;
  if (syncing && count > 0) return t("{count, plural, one {# message to come} other {# messages to come}}", { count });
  if (!lastSync) return t("No mail yet");
  if (isPaused || status !== "connected")
    return t("New mail since {moment} may be missing", { moment: ago(lastSync, now) });
  if (history.isLoading)
    return history.backTo
      ? t("Older mail is loading, back to {backTo} so far", { backTo: dayMonthYear(history.backTo) })
      : t("Older mail is loading");
  return hasOlder ? t("Up to date. Press Sync to load older mail.") : t("Up to date");
}

function nextOf({ status, syncing, nextSync, isPaused }: Mailbox, now: Date) {
  if (isPaused) return t("When you resume it");
  if (status === "attention") return t("Manual");
  if (syncing) return t("Now");
  return nextSync ? ahead(nextSync, now) : t("When you press Sync");
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

const steps: [number, "day" | "hour" | "minute"][] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
];
const relativeFormat = once(() => new Intl.RelativeTimeFormat(formatLocale()));

/** "2 hours ago", "in 3 minutes"; null if it is less than a minute. */
function distance(moment: Date, now: Date) {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const [size, unit] = steps.find(([length]) => Math.abs(seconds) >= length) ?? [];
  return size && unit ? relativeFormat().format(Math.trunc(seconds / size), unit) : null;
}

export const ago = (moment: Date, now: Date) => (moment < now && distance(moment, now)) || t("just now");

const ahead = (moment: Date, now: Date) => capital((moment > now && distance(moment, now)) || t("Shortly"));
