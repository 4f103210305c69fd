import { type Batch, groupCommitBy } from "#lib/group-commit.ts";
import { type FenceOptions, fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, inArray } from "#db/orm.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { Scope, World } from "#scope.ts";
import { type Acceptance, type Accepted, acceptMails, canReusePlans } from "./accept.ts";
import type { Announce } from "./announce.ts";
import { groupCommitDelay } from "./outbox-store.ts";
import { askForSender, type SenderFacts } from "./sender.ts";

type Row = typeof outbox.$inferSelect;
type Lookup = { scope: Scope; key: string | undefined };
/** Read before a mail is composed: its sender, and the mail that was accepted under the same idempotency key. */
type LookupResult = { facts: SenderFacts; earlier: Row | undefined };

export type BatchAcceptance = {
  lookUp(scope: Scope, key: string | undefined): Promise<LookupResult>;
  /** Undefined if another mail was accepted under the same key. */
  accept(scope: Scope, acceptance: Acceptance): Promise<Accepted | undefined>;
};

/** Larger mails are accepted one by one: a batch holds all its contents in memory several times. */
const largeBytes = 256 * 1024;
const maxBatch = 40;

/**
 * Accepts mail with group commit: concurrent requests of one sender share a transaction, and a single request waits for no
 * other. Never across senders, because a transaction is fenced to one.
 */
export function openBatchAcceptance(world: World, announce: Announce): BatchAcceptance {
  const fenced = <T>({ tenantId, user }: Scope, work: (tx: Tx) => Promise<T>, options?: FenceOptions) =>
    fencedTransaction(world.db, { tenantId, userId: user.id }, work, options);

  const lookUp = groupCommitBy<Lookup, LookupResult>(
    ({ scope }) => senderKey(scope),
    (lookups) => {
      // Without keys, the sender is the only statement.
      const singleRead = lookups.every(({ key }) => key === undefined);
      return fenced(lookups[0].scope, (tx) => lookUpAll(tx, lookups), { keepsPlans: true, singleRead });
    },
    { most: maxBatch, ...groupCommitDelay },
  );

  type Submission = { scope: Scope; acceptance: Acceptance };
  const acceptAll = async (batch: Batch<Submission>) => {
    const [{ scope }] = batch;
    const asked = batch.map(({ acceptance }) => acceptance);
    const keepsPlans = asked.every(canReusePlans);
    const accepted = await fenced(scope, (tx) => acceptMails(tx, scope, asked), { keepsPlans });
    announce({ tenantId: scope.tenantId, userId: scope.user.id });
    return accepted;
  };
  const acceptTogether = groupCommitBy<Submission, { accepted: Accepted | undefined } | "alone">(
    ({ scope }) => senderKey(scope),
    async (batch) => {
      try {
        return (await acceptAll(batch)).map((accepted) => ({ accepted }));
      } catch (error) {
        if (batch.length === 1) throw error;
        // One refused mail fails the transaction of all: each is tried again alone.
        return batch.map(() => "alone" as const);
      }
    },
    { most: maxBatch, ...groupCommitDelay },
  );

  return {
    lookUp: (scope, key) => lookUp({ scope, key }),
    async accept(scope, acceptance) {
      const submission: Submission = { scope, acceptance };
      const outcome = acceptance.mail.raw.length > largeBytes ? "alone" : await acceptTogether(submission);
      return outcome === "alone" ? (await acceptAll([submission]))[0] : outcome.accepted;
    },
  };
}

const senderKey = ({ tenantId, user }: Scope) => `${tenantId} ${user.id}`;

/** All lookups of a batch are of one sender. */
async function lookUpAll(tx: Tx, lookups: Batch<Lookup>): Promise<LookupResult[]> {
  const [{ scope }] = lookups;
  const keys = lookups.flatMap(({ key }) => key ?? []);
  const [facts, rows] = await Promise.all([askForSender(tx, scope), findByKeys(tx, scope, keys)]);
  const known = new Map(rows.map((row) => [row.idempotencyKey, row]));
  return lookups.map(({ key }) => ({ facts, earlier: key === undefined ? undefined : known.get(key) }));
}

export async function findByKeys(tx: Tx, { tenantId, user }: Scope, keys: string[]): Promise<Row[]> {
  if (keys.length === 0) return [];
  return tx
    .select()
    .from(outbox)
    .where(and(eq(outbox.tenantId, tenantId), eq(outbox.userId, user.id), inArray(outbox.idempotencyKey, keys)));
}
