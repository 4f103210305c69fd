// One process at a time syncs a mailbox. A sync that lost its lease cannot commit anything any more.
import { syncLimit } from "@intellibox/contract/rules/limits";
import { newId } from "#lib/ids.ts";
import { isOwnerActive } from "#db/active-owner.ts";
import { databaseClock } from "#db/clock.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { LeaseLost, syncLease } from "#db/lease.ts";
import { and, eq, isNotNull, min, type SQL, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { World } from "#scope.ts";
import { fetchLeftJob, onePer } from "#features/mailboxes/fetch-left-job.ts";
import { historyLimit, wantsHistory } from "#features/mailboxes/history.ts";
import { findMailbox, isMailbox, type MailboxKey, type MailboxRow } from "#features/mailboxes/mailbox-key.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";

/** The columns that a sync writes into its mailbox's row. Moments are by the database's clock. */
export type MailboxChanges = { [Column in keyof MailboxRow]?: MailboxRow[Column] | SQL };

/** A mailbox whose lease we hold, and what its sync is to bring. */
export type SyncClaim = {
  key: MailboxKey;
  holder: string;
  /** An id from when it began, by the database's clock: folders that were stored since have later ones. */
  begunId: string;
  row: MailboxRow;
  limit: number;
  older: boolean;
  /** All that is stored is compared with its server again. */
  isResync: boolean;
  /** Older mail is loaded by itself: the run gives way to other work after each batch. */
  isHistory: boolean;
  /** Another sync was requested since this one began. */
  isWantedAgain: boolean;
  /** Its owner has paused the mailbox since. */
  isPaused: boolean;
  /** By our own clock, when the lease was last renewed at the earliest. */
  renewedAt: Moment;
};

/** By two clocks: the monotonic one stands still while the machine sleeps, and the other one can be set back. */
type Moment = { clock: number; monotonic: number };
const currentMoment = (): Moment => ({ clock: Date.now(), monotonic: performance.now() });

/**
 * Returns undefined if another process holds the lease, if the owner's account or company is not active, if the mailbox is gone or
 * paused, or if `mayBegin` says no. The request is recorded in `wanted_at`.
 */
export function claimMailbox(
  world: World,
  key: MailboxKey,
  { mayBegin, mayReachBack = false }: { mayBegin?: (row: MailboxRow) => boolean; mayReachBack?: boolean } = {},
): Promise<SyncClaim | undefined> {
  const holder = world.presence.newHolder();
  const renewedAt = currentMoment();
  return fencedTransaction(world.db, key, async (tx) => {
    // Locked first: a holder that releases the lease between the two updates would not see `wanted_at`.
    const row = await findMailbox(tx, key, { lock: true });
    if (!row) return undefined;
    const mayClaim = !row.isPaused && (mayBegin?.(row) ?? true);
    const claimed = mayClaim
      ? await tx
          .update(mailboxes)
          .set({ ...syncLease.claim(holder), wantedAt: null })
          .where(and(isMailbox(key), syncLease.isFree(world.presence), isOwnerActive(tx, mailboxes)))
          .returning({ clock: databaseClock })
      : [];
    const [begun] = claimed;
    if (!begun) {
      await tx.update(mailboxes).set({ wantedAt: sql`now()` }).where(isMailbox(key));
      return undefined;
    }
    await publish(tx, key, { kind: "sync", data: { mailbox: key.id, state: "started" } });
    const { wantedOlder } = row;
    const isHistory = wantedOlder === null && wantsHistory(row, world.config);
    // Messages that an earlier run chose are fetched first.
    const reachesBack = isHistory && mayReachBack && row.hasOlder && row.remaining === 0;
    const limit = wantedOlder ?? (reachesBack ? historyLimit : syncLimit);
    const older = wantedOlder !== null || reachesBack;
    return {
      key,
      holder,
      begunId: newId(begun.clock),
      row,
      limit,
      older,
      isHistory,
      isResync: false,
      isWantedAgain: false,
      isPaused: false,
      renewedAt,
    };
  });
}

/** Throws `LeaseLost` if the process was paused for so long that another one may hold the lease. Call it before an upload. */
export function refuseExpired({ renewedAt }: SyncClaim) {
  const now = currentMoment();
  const age = Math.max(now.clock - renewedAt.clock, now.monotonic - renewedAt.monotonic);
  if (age > syncLease.seconds * 1000) throw new LeaseLost();
}

/** Renews the lease, or throws `LeaseLost`. First in a transaction, it also locks the row against another claim. */
export async function renewLease(tx: Tx, claim: SyncClaim, changes: MailboxChanges = {}) {
  const { key, holder } = claim;
  const renewedAt = currentMoment();
  const renewed = await tx
    .update(mailboxes)
    .set({ ...changes, ...syncLease.renewal })
    .where(and(isMailbox(key), syncLease.isHeldBy(holder)))
    .returning({ wantedAt: mailboxes.wantedAt, isPaused: mailboxes.isPaused });
  const { wantedAt, isPaused } = firstOr(renewed, new LeaseLost());
  claim.isWantedAgain = wantedAt !== null;
  claim.isPaused = isPaused;
  claim.renewedAt = renewedAt;
}

/** Releases the lease and stores the sync's result. Enqueues the next sync if one was requested meanwhile or a deletion is due. */
export function releaseLease(world: World, { key, holder }: SyncClaim, changes: MailboxChanges) {
  return fencedTransaction(world.db, key, async (tx) => {
    const released = await tx
      .update(mailboxes)
      .set({ ...changes, ...syncLease.release })
      .where(and(isMailbox(key), syncLease.isHeldBy(holder)))
      .returning({
        wantedAt: mailboxes.wantedAt,
        lastError: mailboxes.lastError,
        nextSyncAt: mailboxes.nextSyncAt,
        hasLeft: sql<boolean>`not mailboxes.leaves_files and exists (
          select from messages m where m.tenant_id = mailboxes.tenant_id and m.mailbox_id = mailboxes.id
            and m.left_bytes > 0 and m.gone_at is null)`,
        isSoon: sql<boolean>`${mailboxes.nextSyncAt} < now() + interval '1 minute'`,
      });
    const row = firstOr(released, new LeaseLost());
    if (row.wantedAt && !row.lastError) await wakeMailbox(world.queue, tx, key);
    if (row.hasLeft && !row.lastError) await world.queue.enqueue(tx, fetchLeftJob, key, onePer(key.id));
    // The poll of due mailboxes runs every minute, which is too late for a quick retry.
    if (row.lastError && row.isSoon) await wakeMailbox(world.queue, tx, key, row.nextSyncAt);
    const [pending] = await tx
      .select({ at: min(messages.removeAt) })
      .from(messages)
      .where(and(eq(messages.tenantId, key.tenantId), eq(messages.mailboxId, key.id), isNotNull(messages.removeAt)));
    if (pending?.at && !row.lastError) await wakeMailbox(world.queue, tx, key, pending.at);
    await publish(tx, key, { kind: "sync", data: { mailbox: key.id, state: row.lastError ? "failed" : "done" } });
    await publish(tx, key, { kind: "mailboxes", data: { mailbox: key.id } });
  });
}
