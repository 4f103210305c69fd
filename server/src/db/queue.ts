import { PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Log } from "#lib/log.ts";
import { asQueue, type Tx } from "./fence.ts";

/** A kind of job as a value: its name and what it is given. Features declare one and enqueue it; `jobs.ts` says who runs it. */
export type Job<Data extends object = object> = { name: string; data: z.ZodType<Data>; options?: JobOptions };
export type JobOptions = {
  retryLimit?: number;
  retryDelay?: number;
  retryBackoff?: boolean;
  retryDelayMax?: number;
  /** A worker that says nothing for so long is taken for dead, and the job is given to another. */
  expireInSeconds?: number;
  /** At most one job of a key at a time; see the queue library's policies. */
  policy?: "standard" | "short" | "singleton" | "stately" | "exclusive" | "key_strict_fifo";
};

export const job = <Data extends object>(name: string, data: z.ZodType<Data>, options?: JobOptions): Job<Data> =>
  options ? { name, data, options } : { name, data };

export type EnqueueOptions = { startAfter?: Date; singletonKey?: string };

export type Queue = {
  /** Within the caller's transaction: the job exists exactly if the caller's rows do. */
  enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: Data, options?: EnqueueOptions): Promise<void>;
  /** Takes back the jobs whose data has all of this and that nobody has begun; within the caller's transaction, as `enqueue`. */
  withdraw<Data extends object>(tx: Tx, job: Job<Data>, data: Partial<Data>): Promise<void>;
  boss: PgBoss;
  isRunning(): boolean;
  stop(): Promise<void>;
};

export async function openQueue(url: string, log: Log): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    // As the owner of its own schema, which the migrations make.
    options: "-c role=intellibox_queue",
    schema: "pgboss",
    createSchema: false,
    max: 4,
    application_name: "intellibox jobs",
    useListenNotify: true,
  });
  boss.on("error", (error) => log.warn({ error: error.message }, "the job queue had trouble"));
  await boss.start();
  let running = true;

  return {
    boss,
    async enqueue(tx, { name }, data, options = {}) {
      await asQueue(tx, (query) =>
        boss.send(name, data, { ...options, db: { executeSql: (text, values) => query(text, values as unknown[]) } }),
      );
    },
    async withdraw(tx, { name }, data) {
      await asQueue(tx, async (query) => {
        const db = { executeSql: (text: string, values?: unknown[]) => query(text, values) };
        const waiting = await boss.findJobs(name, { data, queued: true, db });
        const ids = waiting.map(({ id }) => id);
        if (ids.length > 0) await boss.deleteJob(name, ids, { db });
      });
    },
    isRunning: () => running,
    async stop() {
      running = false;
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
