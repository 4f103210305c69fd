import { publish } from "#db/events.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, eq, not } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { refuseExpired, renewLease, type SyncClaim } from "./lease.ts";
import { findPending, type PendingMessage, remoteIdsOf } from "./pending-changes.ts";
import { finishBegunMove, uploadMove } from "./upload-move.ts";
import { announce, isMessage, outcomeOfAll, type Upload, type UploadOutcome } from "./upload-outcome.ts";
import { uploadRemoval } from "./upload-removal.ts";

const batchSize = 200;
/** A turn ends after this many, so that new mail does not wait for the upload of a thread of thousands. */
const mostInTurn = 200;

/** `later`: how many messages must be found by the sync before their changes can be uploaded. `hasMore`: the turn ended before the last one. */
export type UploadTurn = { later: number; hasMore: boolean };

/**
 * Uploads marks, stars, moves and deletions until none is left, or the turn ends. A connection error ends the sync, which is retried. A change that the
 * server denies does not: a read mark stays here and is uploaded again next time, everything else is taken back, and the owner's
 * pages are told how many.
 */
export async function uploadLocalChanges(world: World, claim: SyncClaim, mailbox: Mailbox): Promise<UploadTurn> {
  const left: Record<Exclude<UploadOutcome, "done">, string[]> = { denied: [], later: [] };
  await finishBegunMove({ world, claim, mailbox });
  let done = 0;
  let hasMore = true;
  // Denied changes do not count: a turn that uploads nothing must not be followed by another one.
  while (hasMore && done < mostInTurn) {
    const except = [...left.denied, ...left.later];
    const pending = await fencedTransaction(world.db, claim.key, (tx) => findPending(tx, claim, except, batchSize));
    for (const change of pending) {
      refuseExpired(claim);
      const outcome = await uploadMessage({ world, claim, mailbox }, change);
      if (outcome === "done") done++;
      else left[outcome].push(change.id);
    }
    hasMore = pending.length > 0;
  }
  const count = left.denied.length;
  if (count > 0) {
    world.log.info({ mailbox: claim.key.id, count }, "a mail server denied changes");
    await fencedTransaction(world.db, claim.key, (tx) =>
      publish(tx, claim.key, { kind: "messages", data: { mailbox: claim.key.id, denied: count } }),
    );
  }
  return { later: left.later.length, hasMore };
}

async function uploadMessage(upload: Upload, change: PendingMessage): Promise<UploadOutcome> {
  // A move that is not uploaded yet comes first, because it decides from which folder the message is deleted.
  const isMoved = change.places.some(({ pending }) => pending !== null);
  if (change.isDue && !isMoved) return uploadRemoval(upload, change);
  if (remoteIdsOf(change.places).length === 0) return "later";
  // Marks first, because a move may change the remote ids.
  const outcomes = [
    await uploadMark(upload, change),
    await uploadStar(upload, change),
    await uploadAnswer(upload, change),
    await uploadMove(upload, change),
  ];
  return outcomes.find((one) => one === "denied") ?? outcomes.find((one) => one === "later") ?? "done";
}

async function uploadMark({ world, claim, mailbox }: Upload, { id, places, pendingUnread }: PendingMessage) {
  if (pendingUnread === null) return "done";
  const outcome = await outcomeOfAll(remoteIdsOf(places), "later", (remoteId) =>
    mailbox.setUnread(remoteId, pendingUnread),
  );
  if (outcome !== "done") return outcome;
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim);
    await tx
      .update(messages)
      .set({ pendingUnread: null })
      // If it was marked again meanwhile, that change is still to be uploaded.
      .where(and(isMessage(claim, id), eq(messages.pendingUnread, pendingUnread)));
  });
  return outcome;
}

/** A mailbox whose server has no stars keeps them here only. */
async function uploadStar({ world, claim, mailbox }: Upload, { id, places, pendingStarred }: PendingMessage) {
  if (pendingStarred === null) return "done";
  const outcome = await outcomeOfAll(
    remoteIdsOf(places),
    "later",
    async (remoteId) => await mailbox.setStarred?.(remoteId, pendingStarred),
  );
  if (outcome === "later") return outcome;
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim);
    await tx
      .update(messages)
      .set({ pendingStarred: null, ...(outcome === "denied" && { starred: not(messages.pendingStarred) }) })
      .where(and(isMessage(claim, id), eq(messages.pendingStarred, pendingStarred)));
    if (outcome === "denied") await announce(tx, claim);
  });
  return outcome;
}

/** A server that has no such marks, or refuses them, needs none: they stay here. */
async function uploadAnswer({ world, claim, mailbox }: Upload, change: PendingMessage): Promise<UploadOutcome> {
  const { id, places, pendingAnswered: answered, pendingForwarded: forwarded } = change;
  if (!answered && !forwarded) return "done";
  const outcome = await outcomeOfAll(remoteIdsOf(places), "later", async (remoteId) => {
    if (answered) await mailbox.setAnswered?.(remoteId, "answered");
    if (forwarded) await mailbox.setAnswered?.(remoteId, "forwarded");
  });
  if (outcome === "later") return outcome;
  await fencedTransaction(world.db, claim.key, async (tx) => {
    await renewLease(tx, claim);
    await tx
      .update(messages)
      .set({ ...(answered && { pendingAnswered: false }), ...(forwarded && { pendingForwarded: false }) })
      .where(isMessage(claim, id));
  });
  return "done";
}
