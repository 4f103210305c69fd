import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, isNotNull, or, sql } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import { type Mailbox, MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { copyFlags } from "./copy-flags.ts";
import { refuseExpired, renewLease, type SyncClaim } from "./lease.ts";
import { addPlaces, emptyPlaces, refreshPlaces } from "./places.ts";
import { ensureRole } from "./store-folders.ts";

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
      remoteIds,
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

/** In all of its folders, without repeats. */
const remoteIds = sql<string[]>`array(
  select distinct p.remote_id from message_folders p where p.tenant_id = ${messages.tenantId} and p.message_id = ${messages.id})`;

async function uploadMark(world: World, claim: SyncClaim, mailbox: Mailbox, { id, remoteIds, pendingUnread }: Pending) {
  if (pendingUnread === null) return true;
  const outcome = await outcomeOfAll(remoteIds, (remoteId) => mailbox.setUnread(remoteId, pendingUnread));
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

async function uploadRemoval(world: World, claim: SyncClaim, mailbox: Mailbox, { id, remoteIds, folder }: Pending) {
  const { key, row } = claim;
  const outcome = await outcomeOfAll(remoteIds, (remoteId) => mailbox.remove(remoteId));
  // POP3 servers have no trash folder, so the message moves to ours.
  const isKept = row.kind === "pop3" && folder !== "trash";
  await fencedTransaction(world.db, key, async (tx) => {
    await renewLease(tx, claim);
    if (outcome === "denied") await show(tx, claim, id, { removeAt: null });
    else if (folder === "trash") await tx.delete(messages).where(isMessage(claim, id));
    else {
      await emptyPlaces(tx, key, [id]);
      const trash = isKept ? await ensureRole(tx, key, "trash") : undefined;
      const [remoteId = id] = remoteIds;
      if (trash) await addPlaces(tx, key, [{ messageId: id, folderId: trash.id, remoteId }]);
      // Elsewhere it is hidden until the sync finds it in the trash.
      await show(tx, claim, id, { removeAt: null, pendingUnread: null });
      await refreshPlaces(tx, key, [id]);
    }
    await publish(tx, key, { kind: "messages", data: { mailbox: key.id } });
  });
  return outcome !== "denied";
}

type Changes = { removeAt: null; pendingUnread?: null };

async function show(tx: Tx, claim: SyncClaim, id: string, changes: Changes) {
  await tx.update(messages).set(changes).where(isMessage(claim, id));
  await copyFlags(tx, claim.key.tenantId, [id], { isHidden: false });
}

const isMessage = ({ key }: SyncClaim, id: string) => and(eq(messages.tenantId, key.tenantId), eq(messages.id, id));

/** A change that the server denies for one of the folders counts as denied. */
async function outcomeOfAll(remoteIds: string[], change: (remoteId: string) => Promise<void>) {
  let outcome: "done" | "denied" = "done";
  for (const remoteId of remoteIds) if ((await outcomeOf(change(remoteId))) === "denied") outcome = "denied";
  return outcome;
}

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
