import type pg from "pg";
import type { Log } from "#lib/log.ts";
import { seldom } from "#lib/seldom.ts";
import { openWatch, WatchedPool, type WatchOptions } from "./watched-pool.ts";

/** Connections run as `intellibox_app`, which may only look up tokens, until a fenced transaction sets another role. */
export type Database = {
  pool: pg.Pool;
  /** Two connections for single statements that must not wait behind ordinary calls, because a mail server waits for them. */
  urgent: pg.Pool;
  /** Calls the listener whenever the database can be used again after it was away. */
  onBack(listener: () => void): void;
  close(): Promise<void>;
};

type Options = { connections?: number; watch?: WatchOptions };

/** `url` is the one that `openLogin` returns. */
export function openDatabase(url: string, log: Log, { connections = 10, watch: times = {} }: Options = {}): Database {
  const watch = openWatch(url, log, times);
  const lost = seldom(10_000);
  const open = (max: number) => {
    const settings = {
      connectionString: url,
      max,
      // The role refuses queries outside of a fence. Custom plans fit the current size of a table: a generic plan from when it
      // was empty would go on scanning all of it.
      // The timeout is for single statements, such as the lookup of a token. A fenced transaction sets its own.
      options: "-c role=intellibox_app -c plan_cache_mode=force_custom_plan -c statement_timeout=5s",
      application_name: "intellibox",
      // A call that waits longer for a connection is refused, and may be repeated.
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      // Sends statements without waiting for earlier answers, so that the fence costs no round trip of its own.
      pipeline: true,
    };
    const pool = new WatchedPool(settings, watch);
    // Without listeners a restart of the database would end the process. Idle clients emit on the pool, checked-out ones on themselves.
    const onLost = (error: Error) =>
      lost((others) => log.warn({ error: error.message, others }, "a database connection was lost"));
    pool.on("error", onLost);
    pool.on("connect", (client) => client.on("error", onLost));
    return pool;
  };
  const pool = open(connections);
  const urgent = open(2);
  return {
    pool,
    urgent,
    onBack: watch.onBack,
    close: async () => {
      watch.close();
      await Promise.all([pool.end(), urgent.end()]);
    },
  };
}
