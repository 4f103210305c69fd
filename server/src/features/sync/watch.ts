// Watches IMAP mailboxes over IDLE connections. One process watches a mailbox, and each process watches a limited number.

import { setTimeout as sleep } from "node:timers/promises";
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction } from "#db/fence.ts";
import { startHeartbeat, watchLease } from "#db/lease.ts";
import { and, inArray, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { World } from "#scope.ts";
import { findMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { loginOf } from "#features/mailboxes/mailbox-login.ts";
import { watchedMailboxes } from "#features/mailboxes/open-mailboxes.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { syncMailbox } from "./sync.ts";

export type Watchers = {
  /** Claims mailboxes that no process watches, up to the limit. Called at an interval, too. */
  look(): Promise<void>;
  close(): Promise<void>;
};

type Options = { most?: number; everyMs?: number };

/** A connection takes some 150 KB here, and one of the few that its server allows. */
const defaultMost = 500;
/** Several messages that arrive together are one change. */
const gatherMs = 300;

export function startWatchers(
  world: World,
  { most = defaultMost, everyMs = watchLease.heartbeatMs }: Options = {},
): Watchers {
  const holder = world.presence.newHolder();
  const watched = new Map<string, { stop: AbortController; done: Promise<void> }>();
  /** The backoff of mailboxes whose connection failed. */
  const resting = new Map<string, { until: number; ms: number }>();
  let closed = false;

  const take = (key: MailboxKey) => {
    const stop = new AbortController();
    const done = watchMailbox(world, key, stop.signal)
      .then(() => void resting.delete(key.id))
      .catch((error: Error) => {
        world.log.debug({ mailbox: key.id, err: error }, "watching a mailbox ended");
        const ms = Math.min(30_000, Math.max(2_000, (resting.get(key.id)?.ms ?? 0) * 1.5));
        resting.set(key.id, { until: Date.now() + ms, ms });
        // Shows at once that the server is away, or brings what came meanwhile.
        if (!stop.signal.aborted) return askForSync(world, key);
      })
      .finally(() => watched.delete(key.id));
    watched.set(key.id, { stop, done });
  };

  const look = async () => {
    if (closed) return;
    const renewed = await renew(world, holder);
    // Disconnected, suspended, paused, or claimed by another process after our lease expired.
    for (const [id, { stop }] of watched) if (!renewed.has(id)) stop.abort();
    const rests = [...resting].filter(([, { until }]) => until > Date.now()).map(([id]) => id);
    const claimed = await claim(world, holder, most - watched.size, [...watched.keys(), ...rests]);
    for (const key of claimed) if (!closed && !watched.has(key.id)) take(key);
  };
  const onError = (error: Error) => world.log.warn({ error: error.message }, "mailboxes could not be watched");
  const stopHeartbeat = startHeartbeat({ everyMs, renew: look, onError });
  void look().catch(onError);

  return {
    look,
    async close() {
      closed = true;
      stopHeartbeat();
      for (const { stop } of watched.values()) stop.abort();
      await Promise.allSettled([...watched.values()].map(({ done }) => done));
      await release(world, holder).catch(() => undefined);
    },
  };
}

const askForSync = (world: World, key: MailboxKey) =>
  fencedTransaction(world.db, key, (tx) => wakeMailbox(world.queue, tx, key)).catch((error: Error) =>
    world.log.warn({ mailbox: key.id, err: error }, "a mailbox could not be woken"),
  );

/** Not while it has a problem, is paused, or its owner wants no instant delivery. */
const isWatched = sql`${mailboxes.status} = 'connected' and ${mailboxes.wantsPush} and not ${mailboxes.isPaused}`;

/** As platform, because it renews mailboxes of all tenants. Their mail is read as their owner. */
const renew = async (world: World, holder: string) => {
  const rows = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .update(mailboxes)
      .set(watchLease.renewal)
      .where(and(watchLease.isHeldBy(holder), isWatched, isOwnerActive(tx, mailboxes)))
      .returning({ id: mailboxes.id }),
  );
  return new Set(rows.map(({ id }) => id));
};

async function claim(world: World, holder: string, room: number, except: string[]): Promise<MailboxKey[]> {
  if (room <= 0) return [];
  const passed = sql.param(except);
  return fencedTransaction(world.db, "platform", async (tx) => {
    const free = await tx
      .select({ id: mailboxes.id })
      .from(mailboxes)
      .where(
        // Only after the first sync: before it there is no cursor to compare with.
        sql`${mailboxes.kind} = 'imap' and ${isWatched} and ${mailboxes.lastSyncAt} is not null
          and (${watchLease.isHeldBy(holder)} or ${watchLease.isFree(world.presence)})
          and ${mailboxes.id} <> all (${passed}::uuid[]) and ${isOwnerActive(tx, mailboxes)}`,
      )
      .limit(room)
      .for("update", { skipLocked: true });
    if (free.length === 0) return [];
    return tx
      .update(mailboxes)
      .set(watchLease.claim(holder))
      .where(
        inArray(
          mailboxes.id,
          free.map(({ id }) => id),
        ),
      )
      .returning({ tenantId: mailboxes.tenantId, userId: mailboxes.userId, id: mailboxes.id });
  });
}

const release = (world: World, holder: string) =>
  fencedTransaction(world.db, "platform", (tx) =>
    tx.update(mailboxes).set(watchLease.release).where(watchLease.isHeldBy(holder)),
  );

/** Watches until the signal aborts or the connection ends. Each change starts a sync over the same connection. */
async function watchMailbox(world: World, key: MailboxKey, signal: AbortSignal): Promise<void> {
  const row = await fencedTransaction(world.db, key, (tx) => findMailbox(tx, key));
  if (!row || signal.aborted) return;
  const mailbox = await world.outside.openMailbox(loginOf(world, row));
  const watched = world.once(watchedMailboxes);
  watched.set(key.id, mailbox);
  const syncing = gathered(() => syncMailbox(world, key));
  try {
    // For mail that came while the mailbox was not watched.
    syncing.ask();
    await mailbox.watch(syncing.ask, signal);
  } finally {
    watched.delete(key.id);
    await syncing.settled();
    await mailbox.close().catch(() => undefined);
  }
}

/** Runs once for all requests of a moment, and once more if a request comes while it runs. */
function gathered(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await sleep(gatherMs);
      await work().catch(() => undefined);
    } while (again);
    running = undefined;
  };
  return {
    ask: () => {
      again = true;
      running ??= run();
    },
    settled: () => running ?? Promise.resolve(),
  };
}
