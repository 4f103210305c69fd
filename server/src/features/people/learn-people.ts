// Learns people from mail in the background: after a sync that brought mail, after a mail was sent, and once from mail that was
// there before. Each batch is one transaction with its progress, so a stop loses nothing and counts nothing twice.
import { peopleUndoMinutes } from "@intellibox/contract/rules/people";
import { z } from "zod";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { type AnyPgColumn, and, eq, isNull, lt, sql } from "#db/orm.ts";
import { ownAddresses } from "#db/own-addresses.ts";
import { job } from "#db/queue.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { peopleProgress, peopleUndos } from "#db/tables/people.ts";
import { users } from "#db/tables/users.ts";
import type { World } from "#scope.ts";
import { learnMails } from "./learn-mails.ts";
import { type LearnedUpTo, type PeopleSource, readMailbox, readSentLog, startAgain } from "./learning-sources.ts";
import { lockPeople, type PeopleOwner } from "./people-rows.ts";

export const learnPeopleJob = job(
  "people.learn",
  z.object({ tenantId: z.uuid(), userId: z.uuid(), source: z.uuid() }),
  // At most one job waits for a source.
  { policy: "short", retryLimit: 3, retryDelay: 30, expireInSeconds: 3600 },
);

/** Runs every minute, for mailboxes and users of whom nothing was learned yet. */
export const findUnlearnedJob = job("people.find-unlearned", z.object({}), { retryLimit: 0 });

const maxPerRun = 500;
const busyPauseMs = 30_000;

/**
 * Each run reads the mail of the last minutes again. So a source that brings mail all the time, as the first sync does, is learned
 * after a pause and not after each batch.
 */
export const wakeLearning = (
  queue: World["queue"],
  tx: Tx,
  { tenantId, userId, source }: PeopleSource,
  { isBusy = false } = {},
) => {
  const startAfter = isBusy ? new Date(Date.now() + busyPauseMs) : undefined;
  return queue.enqueue(tx, learnPeopleJob, { tenantId, userId, source }, { singletonKey: source, startAfter });
};

export async function learnPeople(world: World, source: PeopleSource, _platform?: unknown, signal?: AbortSignal) {
  let after: LearnedUpTo | undefined;
  for (let isFull = true, isFirst = true; isFull && !signal?.aborted && !world.stopping.aborted; isFirst = false) {
    const from = after;
    const batch = await fencedTransaction(
      world.db,
      source,
      (tx) => learnBatch(tx, source, isFirst ? undefined : from),
      {
        statementSeconds: 60,
      },
    );
    ({ isFull } = batch);
    after = batch.last ?? after;
  }
}

/** Learns the mail after this one, or after the stored progress. */
async function learnBatch(tx: Tx, source: PeopleSource, after: LearnedUpTo | undefined) {
  await lockPeople(tx, source);
  const own = await ownAddressesOf(tx, source);
  // The user or the mailbox was removed meanwhile.
  if (!own) return { last: undefined, isFull: false };
  const stored = await progressOf(tx, source);
  const read = source.source === source.userId ? readSentLog : readMailbox;
  const { mails, last, isFull } = await read(tx, source, own, after ?? (stored && startAgain(stored)));
  await learnMails(tx, source, mails, own);
  await storeProgress(tx, source, furthest(stored, last));
  return { last, isFull };
}

/** The user's own addresses. Undefined if the source is not theirs any more. */
async function ownAddressesOf(tx: Tx, { tenantId, userId, source }: PeopleSource): Promise<Set<string> | undefined> {
  const { rows } = await tx.execute(sql`
    select from users where tenant_id = ${tenantId} and id = ${userId} and id = ${source}
    union all select from mailboxes where tenant_id = ${tenantId} and user_id = ${userId} and id = ${source}`);
  return rows.length > 0 ? ownAddresses(tx, { tenantId, userId }) : undefined;
}

async function progressOf(tx: Tx, { tenantId, userId, source }: PeopleSource): Promise<LearnedUpTo | undefined> {
  const { rows } = await tx.execute<{ after_id: string | null; after_at: string | null }>(sql`
    select after_id, after_at::text from people_progress
    where tenant_id = ${tenantId} and user_id = ${userId} and source = ${source}`);
  const [row] = rows;
  return row?.after_id ? { id: row.after_id, at: row.after_at } : undefined;
}

function furthest(one: LearnedUpTo | undefined, other: LearnedUpTo | undefined): LearnedUpTo | undefined {
  if (!one || !other) return other ?? one;
  const isLater = other.at && one.at ? Date.parse(other.at) >= Date.parse(one.at) : other.id > one.id;
  return isLater ? other : one;
}

/** A row without an id says that there was nothing to learn yet. */
const storeProgress = (tx: Tx, { tenantId, userId, source }: PeopleSource, reached: LearnedUpTo | undefined) =>
  tx.execute(sql`
    insert into people_progress (tenant_id, user_id, source, after_id, after_at)
    values (${tenantId}, ${userId}, ${source}, ${reached?.id ?? null}, ${reached?.at ?? null}::timestamptz)
    on conflict (tenant_id, user_id, source) do update set after_id = excluded.after_id, after_at = excluded.after_at`);

const isProgressOf = (tenantId: AnyPgColumn, userId: AnyPgColumn, source: AnyPgColumn) =>
  and(eq(peopleProgress.tenantId, tenantId), eq(peopleProgress.userId, userId), eq(peopleProgress.source, source));

/** Enqueues sources that were never learned, such as mail of an earlier version. Deletes undos that are too old. */
export async function findUnlearned(world: World): Promise<void> {
  // As platform: mailboxes and users of all tenants.
  const found = await fencedTransaction(world.db, "platform", async (tx) => {
    const undoneBefore = sql`now() - make_interval(mins => ${peopleUndoMinutes})`;
    await tx.delete(peopleUndos).where(lt(peopleUndos.createdAt, undoneBefore));
    const boxes = await tx
      .select({ tenantId: mailboxes.tenantId, userId: mailboxes.userId, source: mailboxes.id })
      .from(mailboxes)
      .leftJoin(peopleProgress, isProgressOf(mailboxes.tenantId, mailboxes.userId, mailboxes.id))
      .where(isNull(peopleProgress.source))
      .limit(maxPerRun);
    const senders = await tx
      .select({ tenantId: users.tenantId, userId: users.id, source: users.id })
      .from(users)
      .leftJoin(peopleProgress, isProgressOf(users.tenantId, users.id, users.id))
      .where(isNull(peopleProgress.source))
      .limit(maxPerRun);
    return [...boxes, ...senders];
  });
  for (const source of found) await fencedTransaction(world.db, source, (tx) => wakeLearning(world.queue, tx, source));
}

/** Enqueues learning of sent mail, once for all mail of a moment. If it fails, the next sent mail makes up for it. */
export function openSentLearner(world: World): (owner: PeopleOwner) => void {
  let senders = new Map<string, PeopleOwner>();
  /** When each user's mail was last learned, for users who sent mail lately. */
  const learnedAt = new Map<string, number>();
  const wake = async () => {
    const owners = [...senders.values()];
    senders = new Map();
    const now = Date.now();
    for (const [userId, at] of learnedAt) if (now - at > busyPauseMs) learnedAt.delete(userId);
    for (const owner of owners) {
      const isBusy = learnedAt.has(owner.userId);
      if (!isBusy) learnedAt.set(owner.userId, now);
      await fencedTransaction(world.db, owner, (tx) =>
        wakeLearning(world.queue, tx, { ...owner, source: owner.userId }, { isBusy }),
      );
    }
  };
  return ({ tenantId, userId }) => {
    if (senders.size === 0)
      setTimeout(() => {
        wake().catch((error) => world.log.debug({ err: error }, "people were not learned from sent mail"));
      }, sentPauseMs).unref();
    senders.set(userId, { tenantId, userId });
  };
}

/** A user who sends many mails at once causes one job. */
const sentPauseMs = 1000;
