import pg from "pg";
import type { Log } from "#lib/log.ts";

/** Connections run as `intellibox_app`, which may only look up tokens, until a fenced transaction sets another role. */
export type Database = {
  pool: pg.Pool;
  /** Two connections for single statements that must not wait behind ordinary calls, because a mail server waits for them. */
  urgent: pg.Pool;
  close(): Promise<void>;
};

/** `url` is the one that `openLogin` returns. */
export function openDatabase(url: string, log: Log, { connections = 10 } = {}): Database {
  const open = (max: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      // The role refuses queries outside of a fence. Custom plans fit the current size of a table: a generic plan from when it
      // was empty would go on scanning all of it.
      options: "-c role=intellibox_app -c plan_cache_mode=force_custom_plan",
      application_name: "intellibox",
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      // Sends statements without waiting for earlier answers, so that the fence costs no round trip of its own.
      pipeline: true,
    });
    // Without listeners a restart of the database would end the process. Idle clients emit on the pool, checked-out ones on themselves.
    pool.on("error", (error) => log.warn({ error: error.message }, "an idle database connection was lost"));
    pool.on("connect", (client) =>
      client.on("error", (error) => log.warn({ error: error.message }, "a database connection was lost")),
    );
    return pool;
  };
  const pool = open(connections);
  const urgent = open(2);
  return {
    pool,
    urgent,
    close: async () => {
      await Promise.all([pool.end(), urgent.end()]);
    },
  };
}
