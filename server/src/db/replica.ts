// A streaming replica for reads that tolerate a lag of seconds. If it is away or behind, they use the primary.
import type pg from "pg";
import type { Log } from "#lib/log.ts";
import { sqlStateOf } from "./violations.ts";

export type Replica = {
  pool: pg.Pool;
  /** Whether the reader sees there what they wrote, as far as this process knows, and nobody reads older than `maxLagMs`. */
  isFreshFor(userId: string | undefined): boolean;
  /** The reader may not see their changes on the replica yet. */
  noteWrite(userId: string): void;
  /** Whether the primary should repeat a read that failed with this error. */
  isFault(error: unknown): boolean;
  close(): Promise<void>;
};

/** A read on the replica shows at least the changes that are older than this. */
export const maxLagMs = 3_000;
const measureEveryMs = 1_000;

/** Positions of the primary's WAL with their moments, and how far the replica has come. */
export function openLagMeter(now: () => number = Date.now) {
  let known: { position: bigint; at: number }[] = [];
  /** The moment of the newest known position that the replica has replayed. */
  let freshAt = Number.NEGATIVE_INFINITY;
  return {
    notePrimary(position: bigint) {
      known = [...known.filter(({ at }) => at > now() - 2 * maxLagMs), { position, at: now() }];
    },
    noteReplica(position: bigint) {
      const newest = known.findLast((sample) => sample.position <= position);
      if (newest) freshAt = Math.max(freshAt, newest.at);
    },
    lagMs: () => now() - freshAt,
  };
}

export function openReplica(pool: pg.Pool, primary: pg.Pool, log: Log): Replica {
  const meter = openLagMeter();
  const writers = new Map<string, number>();
  let wasFresh = true;

  const measure = async () => {
    // The primary's position first: what it had then, the replica should have by now.
    meter.notePrimary(await positionOf(primary));
    meter.noteReplica(await positionOf(pool));
  };
  const watch = async () => {
    const reason = await measure().then(
      () => undefined,
      (error: Error) => error.message,
    );
    for (const [id, at] of writers) if (at < Date.now() - maxLagMs) writers.delete(id);
    const isFresh = meter.lagMs() <= maxLagMs;
    if (isFresh !== wasFresh) {
      if (isFresh) log.info("the replica is used again");
      else log.warn({ reason: reason ?? "it is behind" }, "the replica is not used");
    }
    wasFresh = isFresh;
  };
  let watching: Promise<void> | undefined;
  const look = () => {
    watching ??= watch().finally(() => {
      watching = undefined;
    });
  };
  look();
  const timer = setInterval(look, measureEveryMs).unref();

  return {
    pool,
    isFreshFor: (userId) =>
      meter.lagMs() <= maxLagMs && (userId === undefined || (writers.get(userId) ?? 0) < Date.now() - maxLagMs),
    noteWrite: (userId) => void writers.set(userId, Date.now()),
    isFault: (error) => !ownFaults.test(sqlStateOf(error) ?? ""),
    async close() {
      clearInterval(timer);
      await watching;
      await pool.end();
    },
  };
}

/**
 * Errors that the primary would give too: of the statement's values (22), rights (42), or its time limit. All others, such as a
 * lost connection or a conflict with recovery, are the replica's own.
 */
const ownFaults = /^(22|42|57014$)/;

/** In bytes since the beginning of the WAL. */
async function positionOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(
    "select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::text as position",
  );
  return BigInt(rows[0]?.position ?? 0);
}
