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
  // A copy of it can be in another folder, such as Sent.
  const isElsewhere = ({ remoteId, role }: PendingPlace) => role !== "trash" && !inTrash.includes(remoteId);
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim);
    if (outcome === "denied") await show(tx, claim, change.id, { removeAt: null });
    else if (!change.places.some(isElsewhere)) await tx.delete(messages).where(isMessage(claim, change.id));
    else {
      await removePlaces(tx, claim.key, inTrash);
      await show(tx, claim, change.id, { removeAt: null });
      await refreshPlaces(tx, claim.key, [change.id]);
    }
    await announce(tx, claim);
  });
  return outcome;
}

/** Servers delete for good from the trash only, so the message passes through it. */
async function deleteByTrash(upload: Upload, change: PendingMessage): Promise<UploadOutcome> {
  const { world, claim, mailbox } = upload;
  const places = remotePlacesOf(change.places);
  if (Object.keys(places).length === 0) return "later";
  const trash = await fencedTransaction(world.db, claim.key, (tx) => ensureRole(tx, claim.key, "trash"));
  const left = change.places.filter(({ folderId }) => folderId !== trash.id);
  const moved: { remoteId?: string | undefined } = {};
  const outcome = await faultOf(async () => {
    const told = await mailbox.setFolders?.(places, { add: [trash.key], remove: left.map(({ key }) => key) });
    moved.remoteId = told?.[trash.key];
  });
  if (outcome === "later") return outcome;
  if (outcome !== "denied" && moved.remoteId === undefined) {
    // The sync finds it in the trash, and then it is deleted from there. If it is not where it was, a killed process has moved it.
    await fencedTransaction(world.db, claim.key, async (tx) => {
      await renewLease(tx, claim);
      await storeSought(tx, claim.key, change.id, trash.id);
    });
    return "later";
  }
  const { remoteId } = moved;
  const end = remoteId === undefined ? outcome : await faultOf(() => mailbox.remove(remoteId));
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim);
    if (end === "denied") await show(tx, claim, change.id, { removeAt: null });
    else await tx.delete(messages).where(isMessage(claim, change.id));
    await announce(tx, claim);
  });
  return end === "denied" ? end : "done";
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
      await refreshPlaces(tx, key, [id]);
    }
    await announce(tx, claim);
  });
  return outcome;
}

type Changes = { removeAt: null; pendingUnread?: null };

async function show(tx: Tx, claim: SyncClaim, id: string, changes: Changes) {
  await tx.update(messages).set(changes).where(isMessage(claim, id));
  await copyFlags(tx, claim.key.tenantId, [id], { isHidden: false });
}
