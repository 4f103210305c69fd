import { publish } from "#db/events.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import { type Mailbox, MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import type { SyncClaim } from "./lease.ts";

/** `later`: the server has not told where the message is, so the sync must find it first. */
export type UploadOutcome = "done" | "denied" | "later";
export type Upload = { world: World; claim: SyncClaim; mailbox: Mailbox };

export const isMessage = ({ key }: SyncClaim, id: string) =>
  and(eq(messages.tenantId, key.tenantId), eq(messages.id, id));

/** A change that the server denies for one of the folders counts as denied. A message that is gone from it needs no change. */
export async function outcomeOfAll(remoteIds: string[], change: (remoteId: string) => Promise<void>) {
  let outcome: "done" | "denied" = "done";
  for (const remoteId of remoteIds) if ((await faultOf(() => change(remoteId))) === "denied") outcome = "denied";
  return outcome;
}

/** Throws any fault but `denied` and `gone`. */
export async function faultOf(change: () => Promise<void>): Promise<"done" | "denied" | "gone"> {
  try {
    await change();
    return "done";
  } catch (error) {
    const fault = error instanceof MailboxError ? error.fault : undefined;
    if (fault === "denied" || fault === "gone") return fault;
    throw error;
  }
}

export const announce = (tx: Tx, { key }: SyncClaim) =>
  publish(tx, key, { kind: "messages", data: { mailbox: key.id } });
