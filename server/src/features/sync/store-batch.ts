// Stores one sync batch: raw sources first, then rows and cursor in one transaction.

import { newId } from "#lib/ids.ts";
import { tagOf } from "#lib/tokenize.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { Batch } from "#outside/mailboxes/mailbox.ts";
import type { LeftPart } from "#outside/mime/choose-parts.ts";
import { parseAndPack, parseMails } from "#outside/mime/parse.ts";
import type { IndexedMail, ParsedMail } from "#outside/mime/parsed-mail.ts";
import { pack } from "#outside/objects/packing.ts";
import type { World } from "#scope.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { notifyOfArrivals } from "#features/notifications/enqueue.ts";
import { applyBatch } from "./apply-batch.ts";
import { isRefusal, replaceRejected } from "./fallback-message.ts";
import type { PreparedMail } from "./insert-mail.ts";
import { renewLease, type SyncClaim } from "./lease.ts";
import { type Source, storePacked, storeSources } from "./raw-sources.ts";

/** A batch whose mail is parsed and whose raw sources are stored. None of its rows are written yet. */
export type PreparedBatch = {
  batch: Batch;
  prepared: PreparedMail[];
  /** When its mail was received, also of mail that is too old to be stored. */
  dates: Date[];
};

export async function storeBatch(
  world: World,
  claim: SyncClaim,
  { batch, prepared }: Omit<PreparedBatch, "dates">,
): Promise<void> {
  try {
    await commitBatch(world, claim, batch, prepared);
  } catch (error) {
    if (!isRefusal(error) || prepared.length === 0) throw error;
    await commitBatch(world, claim, batch, await replaceRejected(world, claim, batch, prepared));
  }
}

async function commitBatch(world: World, claim: SyncClaim, batch: Batch, prepared: PreparedMail[]): Promise<void> {
  const { key } = claim;
  // A cursor may grow with the mailbox, so it is written only if it changed.
  const isNews = batch.cursor !== claim.row.cursor;
  await fencedTransaction(
    world.db,
    key,
    async (tx) => {
      const { cursor, remaining, hasOlder } = batch;
      const olderCount = olderOf(batch, claim.row);
      // A folder that starts over has its older mail to load again.
      const restarted = batch.reset.length > 0 && { isHistoryDone: false };
      // Pipelined: sent together, and executed in this order.
      await Promise.all([
        // From here on the cursor records the older mail that was requested.
        renewLease(tx, claim, {
          ...(isNews && { cursor }),
          ...restarted,
          remaining,
          hasOlder,
          olderCount,
          wantedOlder: null,
        }),
        lockThreads(tx, key),
      ]);
      const isLess = await applyBatch(tx, claim, batch, prepared);
      await notifyOfArrivals(world.queue, tx, key, {
        arrivals: prepared,
        mailbox: claim.row,
        now: world.outside.now(),
      });
      const { id: mailbox } = key;
      await publish(tx, key, { kind: "sync", data: { mailbox, remaining, arrived: prepared.length } });
      if (isLess || batch.changed.length + (batch.found?.length ?? 0) + prepared.length > 0)
        await publish(tx, key, { kind: "messages", data: { mailbox } });
    },
    { statementSeconds: 60 },
  );
  const { cursor, remaining, hasOlder } = batch;
  claim.row = { ...claim.row, cursor, remaining, hasOlder, olderCount: olderOf(batch, claim.row) };
}

/** A server may name any number, and its column takes this one at most. */
const mostOlder = 2_000_000_000;

/** A step that does not look at older mail leaves the number as it was. */
const olderOf = ({ hasOlder, older }: Batch, { olderCount }: SyncClaim["row"]) =>
  hasOlder ? (older === undefined ? olderCount : Math.min(Math.trunc(older), mostOlder)) : 0;

export async function prepareBatch(
  world: World,
  { id: mailboxId, tenantId, userId }: MailboxKey,
  whole: Batch,
  oldest?: Date,
): Promise<PreparedBatch> {
  const batch = oldest ? withoutExpired(whole, oldest) : whole;
  const raws = batch.arrived.map(({ raw }) => raw);
  const { found, keys } = await readAndStore(world, { id: mailboxId, tenantId, userId }, raws);
  const now = world.outside.now();
  const prepared = batch.arrived.map((one, at): PreparedMail => {
    const [read, sourceKey] = [found[at], keys[at]];
    if (!read || !sourceKey) throw new Error("A mail was lost between its server and the store");
    const receivedAt = one.receivedAt ?? now;
    return {
      ...one,
      ...withLeft(read, one.left),
      id: newId(),
      date: dateOf(read.mail, receivedAt),
      receivedAt,
      sourceKey,
    };
  });
  const dropped = whole.arrived.filter((one) => !batch.arrived.includes(one)).flatMap((one) => one.receivedAt ?? []);
  return {
    batch,
    prepared,
    dates: [...prepared.map((one, at) => batch.arrived[at]?.receivedAt ?? one.date), ...dropped],
  };
}

async function readAndStore(
  { outside: { objects } }: World,
  { id, tenantId, userId }: MailboxKey,
  raws: Uint8Array[],
): Promise<{ found: IndexedMail[]; keys: string[] }> {
  const [tag, owner] = [tagOf(userId), { tenantId, userId }];
  if (!objects.compresses) {
    const [found, keys] = await Promise.all([parseMails(raws, tag, owner), storeSources(objects, id, raws)]);
    return { found, keys };
  }
  const read = await parseAndPack(raws, tag, owner);
  const sources: Source[] = [];
  for (const [at, { packed }] of read.entries())
    sources.push({ bytes: packed ?? (await pack(raws[at] ?? new Uint8Array())), isPacked: true });
  return { found: read.map(({ mail, words }) => ({ mail, words })), keys: await storePacked(objects, id, sources) };
}

/** Says of attachments that stay on the server that they do, and how large they are. */
function withLeft(read: IndexedMail, left: LeftPart[] | undefined): IndexedMail {
  if (!left) return read;
  const parts = new Map(left.map((one) => [one.part, one]));
  const attachments = read.mail.attachments.map((one) => {
    const { size, name = one.part } = parts.get(one.part) ?? {};
    return size === undefined ? one : { ...one, part: name, size, isLeft: true as const };
  });
  return { ...read, mail: { ...read.mail, attachments } };
}

/**
 * Leaves out mail that its server received before `oldest`, so that a sync does not bring back what retention deleted. Judged by
 * the server's date only: the Date header of new mail may be wrong, and POP3, which has no other date, may delete what we took.
 */
const withoutExpired = (batch: Batch, oldest: Date): Batch => ({
  ...batch,
  arrived: batch.arrived.filter(({ receivedAt }) => !receivedAt || receivedAt >= oldest),
});

/** The Date header, unless it lies in the future: such a mail would stay on top of the list. */
function dateOf({ date }: ParsedMail, received: Date): Date {
  return date && date.getTime() < received.getTime() + 24 * 3600 * 1000 ? date : received;
}

/** Two mailboxes of one user may store mail of the same thread at once. */
export const lockThreads = (tx: Tx, { userId }: { userId: string }) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 727003))`);
