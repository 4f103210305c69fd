import pg from "pg";
import type { Log } from "#lib/log.ts";

/** The pool behind every fence. Its connections are `intellibox_app`, which may do next to nothing. */
export type Database = {
  pool: pg.Pool;
  /** Two connections for single statements that must not wait behind ordinary calls: a mail server stands still meanwhile. */
  urgent: pg.Pool;
  close(): Promise<void>;
};

/** By the address that `openLogin` gives. */
export function openDatabase(url: string, log: Log, { connections = 10 } = {}): Database {
  const open = (max: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      // A query outside a fence is refused. And plans are made for the tables as they are: one kept from when a table was empty
      // would go on reading the whole of it.
      options: "-c role=intellibox_app -c plan_cache_mode=force_custom_plan",
      application_name: "intellibox",
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      // Statements go out without waiting for the answers to those before them: the fence costs no round trip of its own.
      pipeline: true,
    });
    // Without listeners a restart of the database ends the process: idle clients report to the pool, checked-out ones to themselves.
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
