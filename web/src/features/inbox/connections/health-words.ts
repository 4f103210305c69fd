import type { ConnectedMailbox } from "@intellibox/contract/endpoints/inbox";
import { grouped } from "#lib/format.ts";

type Health = Pick<
  ConnectedMailbox,
  "status" | "lastSync" | "lastError" | "nextSync" | "syncing" | "remaining" | "hasOlder"
>;

/** The state of a mailbox in plain sentences: what is, why, and what happens next. */
export function healthWords(mailbox: Health, now: Date): string {
  const { status, lastSync, lastError, nextSync, syncing, remaining, hasOlder } = mailbox;
  const said: string[] = [];
  if (syncing) said.push(remaining > 0 ? `Syncing now, ${grouped(remaining)} messages to go.` : "Syncing now.");
  if (status === "attention") said.push("Stopped until somebody looks at it.");
  if (status === "retrying") said.push("The last sync failed; it is tried again by itself.");
  if (lastError) said.push(sentence(lastError));
  said.push(lastSync ? `Last synced ${ago(lastSync, now)}.` : "Not synced yet.");
  if (!syncing && nextSync && status !== "attention")
    said.push(`Next ${status === "retrying" ? "try" : "sync"} ${ahead(nextSync, now)}.`);
  if (!syncing && hasOlder) said.push("Older mail is on the server: Sync brings more.");
  return said.join(" ");
}

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
  return length ? `in ${length}` : "any moment now";
}
