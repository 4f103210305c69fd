import { fencedTransaction } from "#db/fence.ts";
import type { RemotePlaces } from "#outside/mailboxes/mailbox.ts";
import { renewLease } from "./lease.ts";
import { findBegun, isKnown, type PendingMessage, remotePlacesOf } from "./pending-changes.ts";
import { announce, faultOf, type Upload, type UploadOutcome } from "./upload-outcome.ts";
import { placesWith, storeMissing, storeUploaded, takeBack } from "./upload-places.ts";

/** Moves a message on its server to the folders that it was moved to here. */
export async function uploadMove(upload: Upload, change: PendingMessage): Promise<UploadOutcome> {
  if (change.places.every(({ pending }) => pending === null)) return "done";
  const places = change.places.filter((one) => one.pending !== "remove" || isKnown(one));
  if (!upload.mailbox.setFolders || places.every(({ pending }) => pending === null)) return "later";
  return move(upload, { ...change, places });
}

/**
 * Repeats the move that a killed process had begun, which is harmless if its server has done it. Without this, a move that was undone
 * before the kill would come back from the server.
 */
export async function finishBegunMove(upload: Upload): Promise<void> {
  const { world, claim, mailbox } = upload;
  const begun = claim.row.begunMove;
  if (!begun) return;
  const change = await fencedTransaction(world.db, claim.key, (tx) => findBegun(tx, claim, begun));
  if (change && mailbox.setFolders) await move(upload, change);
  else await fencedTransaction(world.db, claim.key, (tx) => renewLease(tx, claim, { begunMove: null }));
  claim.row.begunMove = null;
}

async function move({ world, claim, mailbox }: Upload, change: PendingMessage): Promise<UploadOutcome> {
  const { id, places } = change;
  const begunMove = { messageId: id, add: placesWith(places, "add"), remove: placesWith(places, "remove") };
  await fencedTransaction(world.db, claim.key, (tx) => renewLease(tx, claim, { begunMove }));
  const keysOf = (wanted: "add" | "remove") => places.flatMap(({ key, pending }) => (pending === wanted ? key : []));
  let told: RemotePlaces = {};
  const outcome = await faultOf(async () => {
    told = (await mailbox.setFolders?.(remotePlacesOf(places), { add: keysOf("add"), remove: keysOf("remove") })) ?? {};
  });
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim, { begunMove: null });
    if (outcome === "later") return;
    if (outcome === "denied") await takeBack(tx, claim.key, change);
    else if (outcome === "gone") await storeMissing(tx, claim.key, change);
    else await storeUploaded(tx, claim.key, change, told);
    if (outcome === "denied") await announce(tx, claim);
  });
  return outcome === "gone" ? "done" : outcome;
}
