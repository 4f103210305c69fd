// Counts the users of the server: every process holds a shared advisory lock. The process that can turn its own into an exclusive
// lock is the last one, and keeps new processes out until the server is down.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const applicationName = "intellibox launcher";
const lockKey = 727_018;

export interface ClientLock {
  client: pg.Client;
  /** Resolves when the connection has ended, for any reason. */
  closed: Promise<void>;
}

/** Connects and takes the lock. Returns undefined if no server answers (yet, or any more). */
export async function lock(url: string): Promise<ClientLock | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName });
  const closed = new Promise<void>((resolve) => client.once("end", resolve));
  let isLost = false;
  client.on("error", () => {
    isLost = true;
  });
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1)", [lockKey]);
    return { client, closed };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isLost || isNotAnswering(error)) return undefined;
    throw error;
  }
}

/** Returns true if no other process uses the server; the client then holds the exclusive lock. Otherwise it is disconnected. */
export async function unlock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ last: boolean }>(
    "select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last",
    [lockKey],
  );
  if (rows[0]?.last && (await areOthersGone(client))) return true;
  await client.end();
  return false;
}

/** Clients without the lock (psql, a backup) count too. Retries, because a backend outlives its closed connection for a moment. */
async function areOthersGone(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> $1`,
      [applicationName],
    );
    if (rows[0]?.others === 0) return true;
    await sleep(50);
  }
  return false;
}

const unavailableCodes = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "57P01", "57P02", "57P03"]);

function isNotAnswering(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  return code ? unavailableCodes.has(code) : message.startsWith("Connection terminated");
}

/** How many processes use the server, this one included. */
export async function countUsers(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName });
  await client.connect();
  try {
    const { rows } = await client.query<{ users: number }>(
      "select count(*)::int as users from pg_locks where locktype = 'advisory' and objsubid = 1 and classid = 0 and objid = $1 and granted",
      [lockKey],
    );
    return rows[0]?.users ?? 0;
  } finally {
    await client.end();
  }
}
