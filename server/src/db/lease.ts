// Leases: claims on rows that end by themselves unless they are renewed. Every moment is by the database's clock, so that
// processes on machines whose clocks differ agree. A lease is a pair of columns in its table. This file has the values and
// conditions for them; each feature puts these into its own statements, which change other columns of the same rows too.
import { type AnyPgColumn, eq, isNull, lt, or, type SQL, sql } from "./orm.ts";
import { dataTasks } from "./tables/data-tasks.ts";
import { mailboxes } from "./tables/mailboxes.ts";
import { outbox } from "./tables/outbox.ts";

/** Another process holds the lease now: nothing may be written, sent or uploaded under it any more. */
export class LeaseLost extends Error {
  constructor() {
    super("Another process holds the lease now");
    this.name = "LeaseLost";
  }
}

/** `by` is the column that names the holder, `until` the one that says when its claim ends. */
type LeaseColumns<By, Until> = { by: By; until: Until };

function defineLease<By extends string, Until extends string>(
  seconds: number,
  table: Record<By | Until, AnyPgColumn>,
  { by, until }: LeaseColumns<By, Until>,
) {
  const end = sql<Date>`now() + make_interval(secs => ${seconds})`;
  const hasExpired = lt(table[until], sql`now()`);
  return {
    seconds,
    /** The values of a row that `holder` claims. */
    claim: (holder: string) => ({ [by]: holder, [until]: end }) as Record<By, string> & Record<Until, SQL<Date>>,
    /** The value of a row whose lease is renewed; only for rows that `isHeldBy` finds. */
    renewal: { [until]: end } as Record<Until, SQL<Date>>,
    /** The values of a row that is given back. */
    release: { [by]: null, [until]: null } as Record<By | Until, null>,
    isFree: or(isNull(table[until]), hasExpired) as SQL,
    /** It was claimed, and neither renewed nor released: its holder died or lost its connection to the database. */
    hasExpired,
    isHeldBy: (holder: string) => eq(table[by], holder),
  };
}

// A lease is at least three heartbeats long: two that fail, because the database restarts for one, do not lose it.

/** One process sends a mail. It renews the leases of all its mails under way in one statement. */
export const outboxLease = {
  ...defineLease(30, outbox, { by: "leaseBy", until: "leaseUntil" }),
  heartbeatMs: 10_000,
};

/** One process syncs a mailbox. Each batch that it commits renews the lease too. */
export const syncLease = {
  ...defineLease(60, mailboxes, { by: "leaseBy", until: "leaseUntil" }),
  heartbeatMs: 15_000,
};

/** One process watches a mailbox, so that its server has one idle connection of ours. */
export const watchLease = {
  ...defineLease(60, mailboxes, { by: "watchBy", until: "watchUntil" }),
  heartbeatMs: 15_000,
};

/** One process renews a mailbox's tokens. No heartbeat: discovery and renewal each time out after 20 s. */
export const tokenLease = defineLease(40, mailboxes, { by: "renewBy", until: "renewUntil" });

/** One process runs an export or an erasure. Each heartbeat stores its progress. */
export const dataTaskLease = {
  ...defineLease(30, dataTasks, { by: "leaseBy", until: "leaseUntil" }),
  heartbeatMs: 2000,
};

type Heartbeat = {
  everyMs: number;
  renew: () => Promise<unknown>;
  onLost?: (error: LeaseLost) => void;
  /** For any other error. The next heartbeat tries again. */
  onError: (error: Error) => void;
};

/** Renews at an interval, until the lease is lost or the returned function is called. Never keeps the process alive. */
export function startHeartbeat({ everyMs, renew, onLost, onError }: Heartbeat): () => void {
  const stop = () => clearInterval(timer);
  const timer = setInterval(() => {
    renew().catch((error: Error) => {
      if (!(error instanceof LeaseLost)) return onError(error);
      stop();
      onLost?.(error);
    });
  }, everyMs).unref();
  return stop;
}
