// Who is using the server. Every process holds a shared lock while it does; the one that can turn its own into an
// exclusive lock was the last, and holds the door closed until the server is down.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const applicationName = "intellibox launcher";
const doorKey = 727_018;

export interface Presence {
  client: pg.Client;
  /** Resolves when the connection has ended, whoever ended it. */
  gone: Promise<void>;
}

/** Enters, or says that nobody answers at this address (yet, or any more). */
export async function enter(url: string): Promise<Presence | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName });
  const gone = new Promise<void>((resolve) => client.once("end", resolve));
  let isLost = false;
  client.on("error", () => {
    isLost = true;
  });
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1)", [doorKey]);
    return { client, gone };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isLost || isNobodyThere(error)) return undefined;
    throw error;
  }
}

/** Whether nobody else is left. If so the client goes on holding the door closed; otherwise it has left. */
export async function leave(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ last: boolean }>(
    "select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last",
    [doorKey],
  );
  if (rows[0]?.last && (await othersHaveGone(client))) return true;
  await client.end();
  return false;
}

/** Others without a presence (psql, a back-up) count too. A backend outlives its closed connection for a moment. */
async function othersHaveGone(client: pg.Client): Promise<boolean> {
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

const silent = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "57P01", "57P02", "57P03"]);

function isNobodyThere(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  return code ? silent.has(code) : message.startsWith("Connection terminated");
}
