import { publish } from "#db/events.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import { type Mailbox, MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import type { SyncClaim } from "./lease.ts";

/** `later`: the server has not told where the message is now, so the sync must find it first. */
export type UploadOutcome = "done" | "denied" | "later";
export type Upload = { world: World; claim: SyncClaim; mailbox: Mailbox };

export const isMessage = ({ key }: SyncClaim, id: string) =>
  and(eq(messages.tenantId, key.tenantId), eq(messages.id, id));

/**
 * A change that the server denies for one of the folders counts as denied. `ifGone` is the outcome if the message is in none of them
 * any more.
 */
export async function outcomeOfAll(
  remoteIds: string[],
  ifGone: "done" | "later",
  change: (remoteId: string) => Promise<void>,
): Promise<UploadOutcome> {
  const faults: string[] = [];
  for (const remoteId of remoteIds) faults.push(await faultOf(() => change(remoteId)));
  if (faults.includes("denied")) return "denied";
  if (faults.includes("later")) return "later";
  return faults.includes("done") ? "done" : ifGone;
}

/** Throws any fault but `denied`, `gone`, and `stale`, which is `later`. */
export async function faultOf(change: () => Promise<void>): Promise<UploadOutcome | "gone"> {
  try {
    await change();
    return "done";
  } catch (error) {
    const fault = error instanceof MailboxError ? error.fault : undefined;
    if (fault === "denied" || fault === "gone") return fault;
    if (fault === "stale") return "later";
    throw error;
  }
}

export const announce = (tx: Tx, { key }: SyncClaim) =>
  publish(tx, key, { kind: "messages", data: { mailbox: key.id } });
