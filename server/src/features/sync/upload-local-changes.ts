import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, isNotNull, or, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import { type Mailbox, MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { refuseExpired, renewLease, type SyncClaim } from "./lease.ts";
import { markInSearch } from "./store-batch.ts";

const batchSize = 200;

/**
 * Uploads read and unread marks and deletions until none is left. A connection error ends the sync, which is retried. A change
 * that the server denies does not: a mark stays here and is uploaded again next time, and a message that could not be deleted is
 * shown again.
 */
export async function uploadLocalChanges(world: World, claim: SyncClaim, mailbox: Mailbox): Promise<void> {
  const denied: string[] = [];
  for (;;) {
    const pending = await fencedTransaction(world.db, claim.key, (tx) => findPending(tx, claim, denied));
    for (const change of pending) {
      refuseExpired(claim);
      const isTaken = await (change.isDue
        ? uploadRemoval(world, claim, mailbox, change)
        : uploadMark(world, claim, mailbox, change));
      if (!isTaken) denied.push(change.id);
    }
    if (pending.length < batchSize) break;
  }
  if (denied.length > 0)
    world.log.info({ mailbox: claim.key.id, count: denied.length }, "a mail server denied changes");
}

const isDue = sql<boolean>`coalesce(${messages.removeAt} <= now(), false)`;

function findPending(tx: Tx, { key }: SyncClaim, except: string[]) {
  return tx
    .select({
      id: messages.id,
      remoteId: messages.remoteId,
      folder: messages.folder,
      pendingUnread: messages.pendingUnread,
      isDue,
    })
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, key.tenantId),
        eq(messages.mailboxId, key.id),
        or(isNotNull(messages.pendingUnread), isNotNull(messages.removeAt)),
        or(isNotNull(messages.pendingUnread), isDue),
        sql`${messages.id} <> all (${sql.param(except)}::uuid[])`,
      ),
    )
    .limit(batchSize);
}
type Pending = Awaited<ReturnType<typeof findPending>>[number];

async function uploadMark(world: World, claim: SyncClaim, mailbox: Mailbox, { id, remoteId, pendingUnread }: Pending) {
  if (pendingUnread === null) return true;
  const outcome = await outcomeOf(mailbox.setUnread(remoteId, pendingUnread));
  if (outcome === "denied") return false;
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim);
    await tx
      .update(messages)
      .set({ pendingUnread: null })
      // If it was marked again meanwhile, that change is still to be uploaded.
      .where(and(isMessage(claim, id), eq(messages.pendingUnread, pendingUnread)));
  });
  return true;
}

async function uploadRemoval(world: World, claim: SyncClaim, mailbox: Mailbox, { id, remoteId, folder }: Pending) {
  const { key, row } = claim;
  const outcome = await outcomeOf(mailbox.remove(remoteId));
  // POP3 servers have no trash folder, so the message moves to ours.
  const isKept = row.kind === "pop3" && folder !== "trash";
  await fencedTransaction(world.db, key, async (tx) => {
    await renewLease(tx, claim);
    if (outcome === "denied") await showIn(tx, claim, id, { removeAt: null }, folder);
    else if (isKept) await showIn(tx, claim, id, { removeAt: null, pendingUnread: null }, "trash");
    else await tx.delete(messages).where(isMessage(claim, id));
    await publish(tx, key, { kind: "messages", data: { mailbox: key.id } });
  });
  return outcome !== "denied";
}

type Changes = { removeAt: null; pendingUnread?: null };

async function showIn(tx: Tx, claim: SyncClaim, id: string, changes: Changes, folder: Pending["folder"]) {
  await tx
    .update(messages)
    .set({ ...changes, folder })
    .where(isMessage(claim, id));
  await markInSearch(tx, claim.key.tenantId, [id], { folder, isHidden: false });
}

const isMessage = ({ key }: SyncClaim, id: string) => and(eq(messages.tenantId, key.tenantId), eq(messages.id, id));

/** A message that is gone from the server needs no change. */
async function outcomeOf(change: Promise<void>): Promise<"done" | "denied"> {
  try {
    await change;
    return "done";
  } catch (error) {
    const fault = error instanceof MailboxError ? error.fault : undefined;
    if (fault === "denied") return "denied";
    if (fault !== "gone") throw error;
    return "done";
  }
}
