import pg from "pg";
import type { Log } from "#lib/log.ts";
import { seldom } from "#lib/seldom.ts";
import { type GroupRoles, rolesOfLogin } from "./group-roles.ts";
import { openReplica, type Replica } from "./replica.ts";
import { openWatch, WatchedClient, WatchedPool, type WatchOptions, watchBoth } from "./watched-pool.ts";

/** Connections run as the role `app`, which may only look up tokens, until a fenced transaction sets another one. */
export type Database = {
  roles: GroupRoles;
  pool: pg.Pool;
  /** Two connections for single statements that must not wait behind ordinary calls, because a mail server waits for them. */
  urgent: pg.Pool;
  /** Only if the settings name one. */
  replica: Replica | undefined;
  /** Calls the listener whenever the database can be used again after it was away. */
  onBack(listener: () => void): void;
  close(): Promise<void>;
};

/**
 * The settings of every connection. The role refuses queries outside of a fence. Custom plans fit the current size of a table: a
 * generic plan from when it was empty would go on scanning all of it.
 */
export const sessionSettings = ({ app }: GroupRoles) => ({ role: app, plan_cache_mode: "force_custom_plan" });

/** The timeout is for single statements, such as the lookup of a token. A fenced transaction sets its own. */
const startOptions = (roles: GroupRoles) =>
  Object.entries({ ...sessionSettings(roles), statement_timeout: "5s" })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");

type Options = {
  connections?: number;
  watch?: WatchOptions;
  /** Ordinary calls use it; see `pooler.ts`. */
  poolerUrl?: string | undefined;
  replicaUrl?: string | undefined;
};

/** `url` is the one that `openLogin` returns. */
export function openDatabase(url: string, log: Log, options: Options = {}): Database {
  const { connections = 10, watch: times = {}, poolerUrl, replicaUrl } = options;
  const roles = rolesOfLogin(url);
  const direct = openWatch(url, log, times);
  const watch = poolerUrl ? watchBoth(openWatch(poolerUrl, log, { ...times, isPooler: true }), direct) : direct;
  const lost = seldom(10_000);
  const settingsOf = (max: number, name: string): pg.PoolConfig => ({
    connectionString: url,
    max,
    options: startOptions(roles),
    application_name: name,
    // A call that waits longer for a connection is refused, and may be repeated.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    // Sends statements without waiting for earlier answers, so that the fence costs no round trip of its own.
    pipeline: true,
  });
  const guarded = (pool: pg.Pool) => {
    // Without listeners a restart of the database would end the process. Idle clients emit on the pool, checked-out ones on themselves.
    const onLost = (error: Error) =>
      lost((others) => log.warn({ error: error.message, others }, "a database connection was lost"));
    pool.on("error", onLost);
    pool.on("connect", (client) => client.on("error", onLost));
    return pool;
  };
  const ordinary = settingsOf(connections, "intellibox");
  const pool = guarded(
    new WatchedPool(poolerUrl ? { ...ordinary, ...pooledSettings, connectionString: poolerUrl } : ordinary, watch),
  );
  const urgent = guarded(new WatchedPool(settingsOf(2, "intellibox urgent"), direct));
  const replica =
    replicaUrl === undefined
      ? undefined
      : openReplica(guarded(new pg.Pool({ ...ordinary, ...replicaLimits, connectionString: replicaUrl })), pool, log);
  return {
    roles,
    pool,
    urgent,
    replica,
    onBack: watch.onBack,
    close: async () => {
      watch.close();
      await Promise.all([replica?.close(), pool.end(), urgent.end()]);
    },
  };
}

/** Short, because the primary answers after them. */
const replicaLimits = { connectionTimeoutMillis: 1_000, query_timeout: 2_000 };

/** Sends named statements without their names: behind a pooler, the next transaction may get a connection that does not know them. */
class UnnamedClient extends WatchedClient {
  override query(...args: unknown[]): never {
    const [statement, ...rest] = args;
    const isNamed = typeof statement === "object" && statement !== null && "name" in statement;
    return super.query(isNamed ? { ...statement, name: undefined } : statement, ...rest);
  }
}

/** A pooler refuses start options; the role has them as defaults. */
const pooledSettings = { Client: UnnamedClient, options: undefined } as unknown as pg.PoolConfig;
