// The fence: the only access to rows. Every transaction has the role, tenant and user that row-level security checks.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Writable } from "node:stream";
import pg from "pg";
import { inSpan } from "#lib/trace.ts";
import type { Database } from "./client.ts";
import { translateFault } from "./database-faults.ts";
import type { GroupRoles } from "./group-roles.ts";
import { discardOldPlans, noteSizes, sizesColumn } from "./kept-plans.ts";
import { drizzle } from "./orm.ts";
import { translateViolation } from "./violations.ts";

declare const fenced: unique symbol;
/** A fenced transaction. Query functions require one, and only this file creates one. */
export type Tx = ReturnType<typeof drizzle<Record<string, never>, pg.PoolClient>> & { readonly [fenced]: true };

/** Whose rows a transaction may touch. */
export type Reach =
  | {
      tenantId: string;
      userId: string;
      /** Row-level security hides the person's mail and refuses new mail. */
      mailClosed?: boolean | undefined;
    }
  | "platform";

export type FenceOptions = {
  /** PostgreSQL cancels a statement that takes longer. */
  statementSeconds?: number;
  /** PostgreSQL ends the transaction if its next statement comes later. For locks that others wait for. */
  idleSeconds?: number;
  /**
   * Keeps the plans of named statements and foreign-key checks; see `kept-plans.ts`. The plans know no values. So this is only for
   * transactions that insert rows, or find them by an index that fits whatever the values are.
   */
  keepsPlans?: boolean;
  /** Only reads, and may miss the changes of the last seconds: uses the replica if there is one. */
  mayLag?: boolean;
  /**
   * Statements of `runNamed`, all sent at once, that only read. They travel in one packet with begin and commit, and their result is
   * returned before PostgreSQL has confirmed the commit. A statement that is sent later is refused.
   */
  singleRead?: boolean;
  /** The counts of the dashboards stay when the rows that they count are deleted. For erasure and retention. */
  keepsCounts?: boolean;
};

const open = new AsyncLocalStorage<string>();

/** Throws inside a transaction: a second one could deadlock with the first, and a slow call would hold its locks. */
export function refuseInsideTransaction(what: string) {
  if (open.getStore()) throw new Error(`${what} inside a transaction`);
}

export function fencedTransaction<T>(
  db: Database,
  reach: Reach,
  work: (tx: Tx) => Promise<T>,
  options: FenceOptions = {},
): Promise<T> {
  const attributes = { "db.system.name": "postgresql", "intellibox.reach": reach === "platform" ? reach : "tenant" };
  const span = { name: "transaction", kind: "client", attributes, isInner: true } as const;
  return inSpan(span, () => runOnBestServer(db, reach, work, options));
}

async function runOnBestServer<T>(
  db: Database,
  reach: Reach,
  work: (tx: Tx) => Promise<T>,
  options: FenceOptions,
): Promise<T> {
  refuseInsideTransaction("A second transaction");
  const { replica } = db;
  if (options.mayLag && replica?.isFreshFor(reach === "platform" ? undefined : reach.userId)) {
    try {
      return await runFenced(replica.pool, db.roles, reach, work, options);
    } catch (error) {
      // It only reads, so it can be repeated.
      if (!replica.isFault(error)) throw error;
    }
  }
  return runFenced(db.pool, db.roles, reach, work, options);
}

async function runFenced<T>(
  pool: pg.Pool,
  roles: GroupRoles,
  reach: Reach,
  work: (tx: Tx) => Promise<T>,
  options: FenceOptions,
): Promise<T> {
  const client = await pool.connect();
  const begin = () => beginOn(pool, client, beginFenced(roles, reach, options), options);
  if (options.singleRead) return readOnce({ client, roles }, begin, work);
  const tx = drizzle(client, { casing: "snake_case" }) as Tx;
  clients.set(tx, { client, roles });
  let broken: Error | undefined;
  try {
    // Not awaited, so that the first statement is sent with it. If it fails, all later statements fail too.
    const begun = begin();
    const result = await open.run("fenced", () => work(tx));
    await begun;
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((cause: Error) => {
      broken = cause; // the connection is lost: the pool must discard it
    });
    throw translateFault(translateViolation(error));
  } finally {
    client.release(broken);
  }
}

/** Its rejection is handled, also if nobody waits for it. */
function beginOn(pool: pg.Pool, client: pg.PoolClient, begin: string, { keepsPlans }: FenceOptions): Promise<void> {
  const sent: Promise<unknown> = client.query(keepsPlans ? `${discardOldPlans(pool, client)}${begin}` : begin);
  const begun = sent.then((results) => {
    if (!keepsPlans) return;
    const [row] = (results as pg.QueryResult<{ sizes: string[] }>[]).at(-1)?.rows ?? [];
    if (row) noteSizes(pool, row.sizes);
  });
  begun.catch(() => undefined);
  return begun;
}

async function readOnce<T>(connection: Connection, begin: () => void, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { client } = connection;
  // Only `runNamed` accepts it, and only until the commit is sent: the connection may then be in another tenant's transaction.
  const tx = new Proxy({}, { get: refuseMore }) as unknown as Tx;
  clients.set(tx, connection);
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  begin();
  // Async, so that what the work throws at once rejects, too: the connection must come back in any case.
  const read = open.run("fenced", async () => work(tx));
  clients.delete(tx);
  // If the statement fails, PostgreSQL rolls back here.
  const ended = client.query("commit");
  stream.uncork();
  ended.then(
    () => client.release(),
    (error: Error) => client.release(error),
  );
  try {
    return await read;
  } catch (error) {
    throw translateFault(translateViolation(error));
  }
}

function refuseMore(): never {
  throw new Error("A transaction with singleRead runs statements of runNamed, and nothing else");
}

type Connection = { client: pg.PoolClient; roles: GroupRoles };
const clients = new WeakMap<object, Connection>();

type NamedStatement = { name: string; text: string; values: unknown[] };

/** For frequent statements: PostgreSQL parses each name once for each connection. A name must always have the same text. */
export async function runNamed<Row extends object>(tx: Tx, statement: NamedStatement): Promise<Row[]> {
  return (await connectionOf(tx).client.query<Row & pg.QueryResultRow>(statement)).rows;
}

/** The same, with each row as an array of its columns. */
export async function runNamedArrays(tx: Tx, statement: NamedStatement): Promise<unknown[][]> {
  const { rows } = await connectionOf(tx).client.query<unknown[]>({ ...statement, rowMode: "array" });
  return rows;
}

function connectionOf(tx: Tx): Connection {
  const connection = clients.get(tx);
  if (!connection) throw new Error("Not a fenced transaction");
  return connection;
}

/** Runs statements of the job queue in this transaction, as the role that owns only the queue's tables. */
export async function asQueue<T>(tx: Tx, work: (query: pg.PoolClient["query"]) => Promise<T>): Promise<T> {
  const { client, roles } = connectionOf(tx);
  const { rows } = await client.query<{ role: string }>("select current_user as role, set_config('role', $1, true)", [
    roles.queue,
  ]);
  const result = await work(client.query.bind(client) as pg.PoolClient["query"]);
  // Not needed after an error: the transaction can then only roll back.
  await client.query("select set_config('role', $1, true)", [rows[0]?.role]);
  return result;
}

/** Begins and sets role, tenant, user and timeouts in one round trip. All settings end with the transaction. */
function beginFenced(roles: GroupRoles, reach: Reach, options: FenceOptions) {
  const {
    statementSeconds,
    idleSeconds = 60,
    keepsPlans = false,
    keepsCounts = false,
    mayLag = false,
    singleRead = false,
  } = options;
  const settings: [string, string][] = [
    ["role", reach === "platform" ? roles.platform : roles.tenant],
    ["app.tenant_id", reach === "platform" ? "" : reach.tenantId],
    ["app.user_id", reach === "platform" ? "" : reach.userId],
    ["app.mail_closed", reach !== "platform" && reach.mailClosed ? "on" : ""],
    ["statement_timeout", `${statementSeconds ?? 15}s`],
    // A caller does not wait long for a lock, which a migration or a deletion may hold. Work with a limit of its own may.
    ["lock_timeout", `${statementSeconds ?? 4}s`],
    ["idle_in_transaction_session_timeout", `${idleSeconds}s`],
  ];
  if (keepsCounts) settings.push(["app.keeps_counts", "on"]);
  if (keepsPlans) settings.push(["plan_cache_mode", "force_generic_plan"], ["enable_seqscan", "off"]);
  const calls = settings.map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`);
  const sizes = keepsPlans ? `, ${sizesColumn}` : "";
  return `begin${mayLag || singleRead ? " read only" : ""}; select ${calls.join(", ")}${sizes}`;
}
