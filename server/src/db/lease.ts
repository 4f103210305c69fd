// Leases: claims on rows that end by themselves unless they are renewed. Every moment is by the database's clock, so that
// processes on machines whose clocks differ agree. A lease is a pair of columns in its table. This file has the values and
// conditions for them; each feature puts these into its own statements, which change other columns of the same rows too.
//
// A process that died is replaced within 30 s: `presence` shows its death at once, and the leases of one that hangs expire.
import { type AnyPgColumn, and, eq, isNotNull, isNull, lt, or, type SQL, sql } from "./orm.ts";
import type { Presence } from "./presence.ts";
import { dataTasks } from "./tables/data-tasks.ts";
import { knowledgeSources } from "./tables/knowledge.ts";
import { mailMerges } from "./tables/mail-merges.ts";
import { mailRuleQueue, mailRuleRuns } from "./tables/mail-rules.ts";
import { mailboxes } from "./tables/mailboxes.ts";
import { outbox } from "./tables/outbox.ts";
import { preparedDrafts } from "./tables/prepared-drafts.ts";
import { webhookDeliveries } from "./tables/webhooks.ts";

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
    /** It is not held, it has expired, or its holder's process died. Without `presence`, deaths are not checked. */
    isFree: (presence?: Presence) => or(isNull(table[until]), hasExpired, presence?.hasDied(table[by])) as SQL,
    /** It was claimed and not released, and its holder died or did not renew it in time. */
    isAbandoned: (presence: Presence) =>
      // Says that it is not null for the sake of a partial index.
      and(isNotNull(table[until]), or(hasExpired, presence.hasDied(table[by]))) as SQL,
    isHeldBy: (holder: string) => eq(table[by], holder),
  };
}

// A lease is at least three heartbeats long: two that fail, because the database restarts for one, do not lose it.

/** One process sends a mail. It renews the leases of all its mails under way in one statement. */
export const outboxLease = {
  ...defineLease(24, outbox, { by: "leaseBy", until: "leaseUntil" }),
  heartbeatMs: 8_000,
};

/** One process syncs a mailbox. Each batch that it commits renews the lease too. */
export const syncLease = {
  ...defineLease(24, mailboxes, { by: "leaseBy", until: "leaseUntil" }),
  heartbeatMs: 8_000,
};

/** One process watches a mailbox, so that its server has one idle connection of ours. Longer, because a process holds hundreds. */
export const watchLease = {
  ...defineLease(60, mailboxes, { by: "watchBy", until: "watchUntil" }),
  heartbeatMs: 15_000,
};

/** One process renews a mailbox's tokens. No heartbeat: discovery and renewal each time out after 10 s. */
export const tokenLease = defineLease(24, mailboxes, { by: "renewBy", until: "renewUntil" });

/** One process runs an export or an erasure. Each heartbeat stores its progress. */
export const dataTaskLease = {
  ...defineLease(30, dataTasks, { by: "leaseBy", until: "leaseUntil" }),
  heartbeatMs: 2000,
};

/** One process prepares a batch of a mail merge. No heartbeat: a batch that takes longer is not accepted, and made again. */
export const mergeLease = defineLease(60, mailMerges, { by: "leaseBy", until: "leaseUntil" });

/** One process runs the rules on a mail. No heartbeat: a process that takes longer does not commit, and another runs them again. */
export const ruleMailLease = defineLease(120, mailRuleQueue, { by: "leaseBy", until: "leaseUntil" });

/** One process carries out an action that a rule left for later. */
export const ruleActionLease = defineLease(120, mailRuleRuns, { by: "leaseBy", until: "leaseUntil" });

/** One process prepares a draft. No heartbeat: a process that takes longer stores nothing, and another one writes it. */
export const preparedDraftLease = defineLease(180, preparedDrafts, { by: "leaseBy", until: "leaseUntil" });

/** One process makes vectors of an entry's pieces. Each batch that it stores renews the lease. */
export const embeddingLease = defineLease(90, knowledgeSources, { by: "leaseBy", until: "leaseUntil" });

/** One process makes a delivery of a webhook. No heartbeat: a call ends after 10 s. */
export const deliveryLease = defineLease(40, webhookDeliveries, { by: "leaseBy", until: "leaseUntil" });

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
