// How many mailboxes the jobs of this process sync at a time. A server that sends a byte now and then holds a slot for minutes, so
// that each server and each company gets a share only.
import { setTimeout as sleep } from "node:timers/promises";
import { fencedTransaction } from "#db/fence.ts";
import type { World } from "#scope.ts";
import type { MailboxKey, MailboxRow } from "#features/mailboxes/mailbox-key.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { claimMailbox } from "./lease.ts";
import { goOn, syncClaimed } from "./sync.ts";

/** Four servers that hold their whole share leave four slots to all others. Google and Microsoft answer, and have many mailboxes. */
export const syncSlotLimits = { total: 16, perHost: 3, perProvider: 8, perTenant: 10 };

/** The mailbox, and what its slot counts for. */
type SyncSlot = { key: MailboxKey; shares: [name: string, limit: number][] };
type SlotRow = Pick<MailboxRow, "kind" | "host">;

export function openSyncSlots(limits = syncSlotLimits) {
  const held = new Map<string, number>();
  /** In the order of their requests. */
  const waiting = new Map<string, SyncSlot>();

  const isFree = ({ shares }: SyncSlot) => shares.every(([name, limit]) => (held.get(name) ?? 0) < limit);
  const change = ({ shares }: SyncSlot, by: 1 | -1) => {
    for (const [name] of shares) {
      const count = (held.get(name) ?? 0) + by;
      if (count === 0) held.delete(name);
      else held.set(name, count);
    }
  };
  const slotOf = (key: MailboxKey, { kind, host }: SlotRow): SyncSlot => {
    const all: SyncSlot["shares"] = [
      ["all", limits.total],
      [`company ${key.tenantId}`, limits.perTenant],
    ];
    if (kind === "local") return { key, shares: all };
    const isProvider = kind === "gmail" || kind === "outlook";
    return {
      key,
      shares: [
        ...all,
        isProvider ? [`provider ${kind}`, limits.perProvider] : [`host ${host.toLowerCase()}`, limits.perHost],
      ],
    };
  };

  return {
    /** Undefined if a share is used up: `release` then returns the mailbox when it is its turn. */
    take(key: MailboxKey, row: SlotRow): SyncSlot | undefined {
      const slot = slotOf(key, row);
      if (!isFree(slot)) {
        if (!waiting.has(key.id)) waiting.set(key.id, slot);
        return undefined;
      }
      waiting.delete(key.id);
      change(slot, 1);
      return slot;
    },
    /** Returns the mailbox that has waited longest and may get a slot now. */
    release(slot: SyncSlot): MailboxKey | undefined {
      change(slot, -1);
      for (const [id, next] of waiting) {
        if (!isFree(next)) continue;
        waiting.delete(id);
        return next.key;
      }
      return undefined;
    },
  };
}

/** The slots of this process, and the syncs that its jobs started. */
const openRunningSyncs = () => ({ slots: openSyncSlots(), running: new Set<Promise<void>>() });

/**
 * The handler of the sync job: starts the sync, and does not wait for its end. Without a slot it starts none, and the mailbox's row
 * keeps the request. So a few workers of the queue serve all slots: each notice of the queue wakes every worker. If the process
 * dies, the lease shows it, not the job.
 */
export async function startSync(world: World, key: MailboxKey): Promise<void> {
  const { slots, running } = world.once(openRunningSyncs);
  let slot: SyncSlot | undefined;
  const release = async () => {
    const next = slot && slots.release(slot);
    // If this fails, the poll of due mailboxes finds the request.
    if (next) await fencedTransaction(world.db, next, (tx) => wakeMailbox(world.queue, tx, next));
  };
  const mayBegin = (row: MailboxRow) => {
    slot = slots.take(key, row);
    return slot !== undefined;
  };
  const claim = await claimMailbox(world, key, { mayBegin, mayReachBack: true }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (!claim) return release();
  const work: Promise<void> = syncClaimed(world, claim)
    .finally(release)
    // After the release, so that a mailbox that waits for the slot is before the older mail of this one.
    .then((continues) => (continues && !world.stopping.aborted ? goOn(world, key) : undefined))
    .catch((error: Error) => world.log.warn({ err: error, mailbox: key.id }, "a sync did not end cleanly"))
    .finally(() => running.delete(work));
  running.add(work);
}

/** A sync whose server does not answer is left to its lease, as after a crash. */
const longestFinishMs = 10_000;

/** Waits for the syncs under way, which end at their next batch when the process stops. */
export async function finishSyncs(world: World): Promise<void> {
  const { running } = world.once(openRunningSyncs);
  const patience = new AbortController();
  const late = sleep(longestFinishMs, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([Promise.all(running), late]);
  patience.abort();
}
