import { fencedTransaction, type Tx } from "#db/fence.ts";
import { messages } from "#db/tables/messages.ts";
import { copyFlags } from "./copy-flags.ts";
import { renewLease, type SyncClaim } from "./lease.ts";
import { type PendingMessage, type PendingPlace, remoteIdsOf, remotePlacesOf } from "./pending-changes.ts";
import { addPlaces, emptyPlaces, refreshPlaces, removePlaces } from "./places.ts";
import { ensureRole } from "./store-folders.ts";
import { announce, faultOf, isMessage, outcomeOfAll, type Upload, type UploadOutcome } from "./upload-outcome.ts";
import { storeSought } from "./upload-places.ts";

/** Deletes a message from its server: from the trash, spam and drafts for good, from elsewhere into the trash. */
export function uploadRemoval(upload: Upload, change: PendingMessage): Promise<UploadOutcome> {
  if (change.folder === "trash") return deleteFromTrash(upload, change);
  return change.folder === "junk" || change.folder === "drafts"
    ? deleteByTrash(upload, change)
    : moveToTrash(upload, change);
}

async function deleteFromTrash(upload: Upload, change: PendingMessage): Promise<UploadOutcome> {
  const { world, claim, mailbox } = upload;
  const inTrash = remoteIdsOf(change.places.filter(({ role }) => role === "trash"));
  if (inTrash.length === 0) return "later";
  const outcome = await outcomeOfAll(inTrash, "done", (remoteId) => mailbox.remove(remoteId));
  if (outcome === "later") return outcome;
  const gone = change.places.filter(({ remoteId, role }) => role === "trash" || inTrash.includes(remoteId));
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim);
    if (outcome === "denied") await show(tx, claim, change.id, { removeAt: null });
    else await forget(tx, claim, change, gone);
    await announce(tx, claim);
  });
  return outcome;
}

/**
 * Servers delete for good from the trash only, so the message passes through it. Copies in other folders stay: on a server that has
 * copies, each has a remote id of its own.
 */
async function deleteByTrash(upload: Upload, change: PendingMessage): Promise<UploadOutcome> {
  const { world, claim, mailbox } = upload;
  const remoteIds = change.places.flatMap(({ role, remoteId }) => (role === change.folder ? remoteId : []));
  const left = change.places.filter(({ remoteId }) => remoteIds.includes(remoteId));
  const places = remotePlacesOf(left);
  if (Object.keys(places).length === 0) return "later";
  const trash = await fencedTransaction(world.db, claim.key, (tx) => ensureRole(tx, claim.key, "trash"));
  const moved: { remoteId?: string | undefined } = {};
  const outcome = await faultOf(async () => {
    const told = await mailbox.setFolders?.(places, { add: [trash.key], remove: left.map(({ key }) => key) });
    moved.remoteId = told?.[trash.key];
  });
  if (outcome === "later") return outcome;
  const hasCopy = left.length < change.places.length;
  if (outcome !== "denied" && moved.remoteId === undefined && !(outcome === "gone" && hasCopy)) {
    // The sync finds it in the trash, and then it is deleted from there. If it is not where it was, a killed process has moved it.
    // A copy does not stay hidden for that search: another program may have deleted the message.
    await fencedTransaction(world.db, claim.key, async (tx) => {
      await renewLease(tx, claim);
      await storeSought(tx, claim.key, change.id, remoteIds, trash.id);
    });
    return "later";
  }
  const { remoteId } = moved;
  const end = remoteId === undefined ? outcome : await faultOf(() => mailbox.remove(remoteId));
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim);
    if (end === "denied") await show(tx, claim, change.id, { removeAt: null });
    else await forget(tx, claim, change, left);
    await announce(tx, claim);
  });
  return end === "denied" ? end : "done";
}

/** The server has no longer the message in these folders. It stays here if it has a copy in another one, such as Sent. */
async function forget(tx: Tx, claim: SyncClaim, { id, places }: PendingMessage, gone: PendingPlace[]) {
  if (gone.length === places.length) {
    await tx.delete(messages).where(isMessage(claim, id));
    return;
  }
  await removePlaces(
    tx,
    claim.key,
    gone.map(({ remoteId }) => remoteId),
  );
  await show(tx, claim, id, { removeAt: null });
}

async function moveToTrash({ world, claim, mailbox }: Upload, change: PendingMessage): Promise<UploadOutcome> {
  const { key, row } = claim;
  const { id, places } = change;
  const remoteIds = remoteIdsOf(places);
  if (remoteIds.length === 0 && places.length > 0) return "later";
  const outcome = await outcomeOfAll(remoteIds, "done", (remoteId) => mailbox.remove(remoteId));
  if (outcome === "later") return outcome;
  // POP3 servers have no trash folder, so the message moves to ours.
  const isKept = row.kind === "pop3";
  await fencedTransaction(world.db, key, async (tx) => {
    await renewLease(tx, claim);
    if (outcome === "denied") await show(tx, claim, id, { removeAt: null });
    else {
      await emptyPlaces(tx, key, [id]);
      const trash = isKept ? await ensureRole(tx, key, "trash") : undefined;
      const [remoteId = id] = remoteIds;
      if (trash) await addPlaces(tx, key, [{ messageId: id, folderId: trash.id, remoteId }]);
      // Elsewhere it is hidden until the sync finds it in the trash.
      await show(tx, claim, id, { removeAt: null, pendingUnread: null });
    }
    await announce(tx, claim);
  });
  return outcome;
}

type Changes = { removeAt: null; pendingUnread?: null };

async function show(tx: Tx, claim: SyncClaim, id: string, changes: Changes) {
  await tx.update(messages).set(changes).where(isMessage(claim, id));
  await copyFlags(tx, claim.key.tenantId, [id], { isHidden: false });
  await refreshPlaces(tx, claim.key, [id]);
}
