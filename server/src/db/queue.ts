import { type ConstructorOptions, PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Log } from "#lib/log.ts";
import { seldom } from "#lib/seldom.ts";
import { asQueue, type Tx } from "./fence.ts";
import { rolesOfLogin } from "./group-roles.ts";

/** A kind of job: its name and the schema of its data. Features declare and enqueue jobs; `jobs.ts` lists their handlers. */
export type Job<Data extends object = object> = { name: string; data: z.ZodType<Data>; options?: JobOptions };
type JobOptions = {
  retryLimit?: number;
  retryDelay?: number;
  retryBackoff?: boolean;
  retryDelayMax?: number;
  /** A job that is active for longer counts as failed, and another worker may run it. */
  expireInSeconds?: number;
  /** How many jobs of a key may be queued or active; see the policies of pg-boss. */
  policy?: "standard" | "short" | "singleton" | "stately" | "exclusive" | "key_strict_fifo";
};

export const job = <Data extends object>(name: string, data: z.ZodType<Data>, options?: JobOptions): Job<Data> =>
  options ? { name, data, options } : { name, data };

export type EnqueueOptions = { startAfter?: Date; singletonKey?: string };

export type Queue = {
  /** Adds the job in the caller's transaction: it exists only if that commits. */
  enqueue<Data extends object>(tx: Tx, job: Job<Data>, data: Data, options?: EnqueueOptions): Promise<void>;
  /** Deletes queued jobs whose data contains `data`, in the caller's transaction. */
  withdraw<Data extends object>(tx: Tx, job: Job<Data>, data: Partial<Data>): Promise<void>;
  boss: PgBoss;
  isRunning(): boolean;
  stop(): Promise<void>;
};

/** A worker says every few seconds that a job is still under way. The job of one that died is handed over within 30 s. */
export const deadJobs = { heartbeatSeconds: 15, lookEverySeconds: 10 };

/** `works`: whether this process runs jobs. Otherwise it only adds them. */
export async function openQueue(url: string, log: Log, { works = true } = {}): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    // The role owns the schema, which the migrations create.
    options: `-c role=${rolesOfLogin(url).queue}`,
    schema: "pgboss",
    createSchema: false,
    // `migrate` is left on, which changes nothing here: a start needs tables of this version or a later one (migrate.ts). It lets an
    // earlier version start beside a later one, and finishes indexes that a migration left to be built in the background.
    max: works ? 4 : 1,
    application_name: "intellibox jobs",
    useListenNotify: works,
    supervise: works,
    schedule: works,
    // How often it looks for jobs whose process died.
    superviseIntervalSeconds: deadJobs.lookEverySeconds,
    monitorIntervalSeconds: deadJobs.lookEverySeconds,
    // A connection whose query gets no answer is replaced.
    query_timeout: 30_000,
    keepAlive: true,
  } as ConstructorOptions);
  // Each worker reports the same fault every two seconds.
  const reported = seldom(10_000);
  boss.on("error", (error) =>
    reported((others) => log.warn({ error: error.message, others }, "the job queue reported an error")),
  );
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
