// Runs exports and erasures under a lease. A task of a process that died starts again: an export from its beginning, an erasure
// with what is left.
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { dataTaskLease, LeaseLost, startHeartbeat } from "#db/lease.ts";
import { and, eq, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { dataTasks } from "#db/tables/data-tasks.ts";
import type { World } from "#scope.ts";
import { type DataTaskRow, isOpenTask, isTask } from "./data-tasks.ts";

const maxAttempts = 5;

export type RunningTask = {
  row: DataTaskRow;
  /** Aborts when the task is cancelled, another process has it, or this one stops. */
  signal: AbortSignal;
  progress: { done: number; total: number };
  /** Stores the result in the caller's transaction. Throws `LeaseLost` if the task was cancelled. */
  finish(tx: Tx, changes: Partial<DataTaskRow>): Promise<void>;
};

type Run = (task: RunningTask) => Promise<void>;

/** Runs waiting tasks of a kind one after another. As platform: tasks of all companies. */
export async function runDataTasks(world: World, kind: DataTaskRow["kind"], run: Run, stopping: AbortSignal) {
  while (!stopping.aborted) {
    const holder = world.presence.newHolder();
    const row = await claimTask(world, kind, holder);
    if (!row) return;
    await runTask(world, { row, holder, stopping }, run);
  }
}

const claimTask = (world: World, kind: DataTaskRow["kind"], holder: string): Promise<DataTaskRow | undefined> =>
  fencedTransaction(world.db, "platform", async (tx) => {
    const next = tx
      .select({ id: dataTasks.id })
      .from(dataTasks)
      .where(and(eq(dataTasks.kind, kind), isOpenTask, dataTaskLease.isFree(world.presence)))
      .orderBy(dataTasks.createdAt)
      .limit(1)
      .for("update", { skipLocked: true });
    const [row] = await tx
      .update(dataTasks)
      .set({ ...dataTaskLease.claim(holder), state: "running", attempts: sql`${dataTasks.attempts} + 1` })
      .where(eq(dataTasks.id, sql`(${next})`))
      .returning();
    if (row) await publishTask(tx, row);
    return row;
  });

type Claimed = { row: DataTaskRow; holder: string; stopping: AbortSignal };

async function runTask(world: World, { row, holder, stopping }: Claimed, run: Run) {
  const lost = new AbortController();
  const progress = { done: 0, total: row.total };
  const isHeld = and(isTask(row), dataTaskLease.isHeldBy(holder));
  const store = async (tx: Tx, changes: object) => {
    firstOr(await tx.update(dataTasks).set(changes).where(isHeld).returning({ id: dataTasks.id }), new LeaseLost());
    await publishTask(tx, row);
  };
  const asPlatform = (work: (tx: Tx) => Promise<void>) => fencedTransaction(world.db, "platform", work);
  const stopHeartbeat = startHeartbeat({
    everyMs: dataTaskLease.heartbeatMs,
    renew: () => asPlatform((tx) => store(tx, { ...progress, ...dataTaskLease.renewal })),
    onLost: (error) => lost.abort(error),
    onError: (error) => world.log.warn({ err: error, task: row.id }, "the lease of a task was not renewed"),
  });
  const signal = AbortSignal.any([lost.signal, stopping]);
  const finish: RunningTask["finish"] = async (tx, changes) => {
    await store(tx, {
      ...{ state: "done", ...progress, total: progress.done, error: null, finishedAt: world.outside.now() },
      ...changes,
      ...dataTaskLease.release,
    });
  };
  try {
    if (row.attempts > maxAttempts) throw new Error("The task was stopped too often");
    await run({ row, signal, progress, finish });
  } catch (error) {
    // Cancelled, or another process has it.
    if (error instanceof LeaseLost || lost.signal.aborted) return;
    await asPlatform((tx) => noteFailure(tx, { row, store, isStopping: stopping.aborted }));
    if (!stopping.aborted) world.log.error({ err: error, task: row.id }, "a task failed");
  } finally {
    stopHeartbeat();
  }
}

type Failure = { row: DataTaskRow; store: (tx: Tx, changes: object) => Promise<void>; isStopping: boolean };

/** An orderly stop of the process does not count as an attempt. After other failures it rests for a lease before the next. */
async function noteFailure(tx: Tx, { row, store, isStopping }: Failure) {
  if (isStopping) return store(tx, { ...dataTaskLease.release, attempts: row.attempts - 1 });
  if (row.attempts < maxAttempts) return store(tx, { leaseBy: null, ...dataTaskLease.renewal });
  const error = `The ${row.kind} could not be finished. Start it again, or ask whoever runs Intellibox to look at its log.`;
  await store(tx, { ...dataTaskLease.release, state: "failed", error, finishedAt: sql`now()` });
}

const publishTask = (tx: Tx, { tenantId, userId, id }: DataTaskRow) =>
  publish(tx, { tenantId, userId }, { kind: "data-tasks", data: { task: id } });
