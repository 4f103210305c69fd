// The fence: the only way to the rows. Never hands out a transaction that does not carry its tenant and user.
import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Database } from "./client.ts";
import { translateViolation } from "./violations.ts";

declare const fenced: unique symbol;
/** A transaction already inside the fence: query functions take one, and only this file makes one. */
export type Tx = ReturnType<typeof drizzle<Record<string, never>, pg.PoolClient>> & { readonly [fenced]: true };

/** Whose rows a transaction may touch. */
export type Reach =
  | {
      tenantId: string;
      userId: string;
      /** The person's mail cannot be read or written, as if there were none. */
      mailClosed?: boolean | undefined;
    }
  | "platform";

export type FenceOptions = {
  /** A statement that takes longer is ended. */
  statementSeconds?: number;
  /**
   * Named statements and the checks of foreign keys are planned once for each connection. Only for what adds rows, or finds
   * them by the one index that serves it: such a plan may be as old as the empty table.
   */
  keepsPlans?: boolean;
};

const open = new AsyncLocalStorage<string>();

/** Throws inside a transaction: a second one could wait for the first for ever, and a slow call would hold its locks. */
export function refuseInsideTransaction(what: string) {
  if (open.getStore()) throw new Error(`${what} inside a transaction`);
}

export async function fencedTransaction<T>(
  db: Database,
  reach: Reach,
  work: (tx: Tx) => Promise<T>,
  options: FenceOptions = {},
): Promise<T> {
  refuseInsideTransaction("A second transaction");
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    // Not awaited: the first statement travels with it. Where it fails, so does every statement after it.
    const begun = client.query(beginFenced(reach, options));
    begun.catch(() => undefined);
    const tx = drizzle(client, { casing: "snake_case" }) as Tx;
    clients.set(tx, client);
    const result = await open.run("fenced", () => work(tx));
    await begun;
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((cause: Error) => {
      broken = cause; // the connection is gone: the pool must not hand it out again
    });
    throw translateViolation(error);
  } finally {
    client.release(broken);
  }
}

const clients = new WeakMap<object, pg.PoolClient>();

export type NamedStatement = { name: string; text: string; values: unknown[] };

/** For what is asked very often: parsed once for each connection, not each time. One name, one text. */
export async function runNamed<Row extends object>(tx: Tx, statement: NamedStatement): Promise<Row[]> {
  return (await clientOf(tx).query<Row & pg.QueryResultRow>(statement)).rows;
}

function clientOf(tx: Tx): pg.PoolClient {
  const client = clients.get(tx);
  if (!client) throw new Error("Not a fenced transaction");
  return client;
}

/** Statements of the job queue that must join this transaction, run as the role that owns its tables and no others. */
export async function asQueue<T>(tx: Tx, work: (query: pg.PoolClient["query"]) => Promise<T>): Promise<T> {
  const client = clientOf(tx);
  const { rows } = await client.query<{ role: string }>(
    "select current_user as role, set_config('role', 'intellibox_queue', true)",
  );
  const result = await work(client.query.bind(client) as pg.PoolClient["query"]);
  // After a failed statement the transaction is lost anyway, so the role is only put back on the way through.
  await client.query("select set_config('role', $1, true)", [rows[0]?.role]);
  return result;
}

/** One round trip: begin, role, tenant, user and time limit; all of them end with the transaction. */
function beginFenced(reach: Reach, { statementSeconds = 15, keepsPlans = false }: FenceOptions) {
  const settings: [string, string][] = [
    ["role", reach === "platform" ? "intellibox_platform" : "intellibox_tenant"],
    ["app.tenant_id", reach === "platform" ? "" : reach.tenantId],
    ["app.user_id", reach === "platform" ? "" : reach.userId],
    ["app.mail_closed", reach !== "platform" && reach.mailClosed ? "on" : ""],
    ["statement_timeout", `${statementSeconds}s`],
    ["idle_in_transaction_session_timeout", "60s"],
  ];
  if (keepsPlans) settings.push(["plan_cache_mode", "force_generic_plan"], ["enable_seqscan", "off"]);
  const calls = settings.map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`);
  return `begin; select ${calls.join(", ")}`;
}
