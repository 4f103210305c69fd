// Which processes live. Each holds an advisory lock, on a connection of its own, for as long as it lives. PostgreSQL releases it
// when the connection ends, so a lock that nobody holds proves at once that its process died or lost the database. The lease of
// such a process can be claimed before it expires. That a process holds its lock proves less: it may hang, and its leases expire.
import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Log } from "#lib/log.ts";
import { type AnyPgColumn, type SQL, sql } from "./orm.ts";

export type Presence = {
  /** A holder of leases of this process: a UUID of version 8 (RFC 9562 5.8) whose first half is the key of its lock. */
  newHolder(): string;
  /** Whether it names a holder whose process died. Holders of other versions of UUID have no lock, and count as alive. */
  hasDied(holder: AnyPgColumn | SQL): SQL;
  close(): Promise<void>;
};

/**
 * After a restart of the database every process has to take its lock again. For this long a process that has just taken its own
 * does not judge others, unless it starts and the database has not restarted for as long.
 */
const defaultSettleMs = 5_000;
const reconnectMs = 500;
const halfLength = 16;

/** `url` must lead to PostgreSQL itself, not to a pooler: the lock lives as long as its session. */
export async function openPresence(url: string, log: Log, { settleMs = defaultSettleMs } = {}): Promise<Presence> {
  const random = randomBytes(8).toString("hex").slice(1);
  const half = `${random.slice(0, 12)}8${random.slice(12)}`;
  let client: pg.Client | undefined;
  let heldSince: number | undefined;
  let isSettled = false;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: "intellibox presence",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = next;
    next.on("error", () => void next.end().catch(() => undefined));
    next.on("end", () => {
      heldSince = undefined;
      isSettled = false;
      reconnectLater();
    });
    await next.connect();
    // PostgreSQL notices within 15 s that our machine is gone, instead of after two hours.
    await next.query("set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2");
    // Waits while the session of a broken connection still holds it.
    await next.query("select pg_advisory_lock($1)", [keyOf(half)]);
    heldSince = performance.now();
  };
  const reconnectLater = () => {
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      connect().catch((error: Error) => {
        log.warn({ err: error }, "the lock of this process could not be taken");
        reconnectLater();
      });
    }, reconnectMs);
  };
  await connect();
  isSettled = client !== undefined && (await hasRunFor(client, settleMs));

  return {
    newHolder: () => holderOf(half),
    hasDied(holder) {
      const mayJudge = heldSince !== undefined && (isSettled || performance.now() - heldSince >= settleMs);
      if (!mayJudge) return sql`false`;
      const other = sql`left(replace(${holder}::text, '-', ''), ${halfLength}::int)`;
      return sql`(substr(${holder}::text, 15, 1) = '8' and ${other} <> ${half} and ${other} not in (
        select lpad(to_hex(classid::bigint), 8, '0') || lpad(to_hex(objid::bigint), 8, '0')
        from pg_locks where locktype = 'advisory' and objsubid = 1 and granted))`;
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}

/** After a crash of one of its processes, PostgreSQL ends all sessions and writes a checkpoint, but its own start is not later. */
async function hasRunFor(client: pg.Client, ms: number): Promise<boolean> {
  const text = `select greatest(pg_postmaster_start_time(), (pg_control_checkpoint()).checkpoint_time) < now() - make_interval(secs => $1) as is_old`;
  // A provider may not allow it.
  const found = await client.query<{ is_old: boolean }>(text, [ms / 1000]).catch(() => undefined);
  return found?.rows[0]?.is_old ?? false;
}

const keyOf = (half: string) => BigInt.asIntN(64, BigInt(`0x${half}`)).toString();

/** The second half is random, so that each claim has a holder of its own. */
function holderOf(half: string): string {
  const rest = randomBytes(8);
  rest.writeUInt8(((rest[0] ?? 0) & 0x3f) | 0x80, 0);
  const digits = half + rest.toString("hex");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
