import { z } from "zod";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { job, type Queue } from "#db/queue.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { MailboxKey } from "./mailbox-key.ts";

/** Syncs one mailbox. Its row says what was requested. */
export const syncMailboxJob = job(
  "mailbox.sync",
  z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() }),
  // At most one job waits for a mailbox. The queue retries the claim only, which fails if the database is too busy. After a sync that
  // failed, `next_sync_at` says when the next attempt is due.
  { policy: "short", retryLimit: 4, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600 },
);

/** Enqueues a sync, now or later. */
export const wakeMailbox = (
  queue: Pick<Queue, "enqueue">,
  tx: Tx,
  { tenantId, userId, id }: MailboxKey,
  startAfter?: Date,
) =>
  queue.enqueue(
    tx,
    syncMailboxJob,
    { tenantId, userId, id },
    {
      // A key of its own, so that a job that waits for later does not block one for now.
      singletonKey: startAfter ? `${id} later` : id,
      ...(startAfter && { startAfter }),
    },
  );

type Owner = { tenantId: string; userId: string };

/**
 * Records the request in `wanted_at`, and enqueues a sync for each mailbox. Locks the mailboxes in the order of their ids. Call it
 * before a transaction changes messages: a sync locks mailboxes before messages, and otherwise the two deadlock.
 */
export async function requestSync(
  queue: Pick<Queue, "enqueue">,
  tx: Tx,
  owner: Owner,
  ids: string[],
  older?: number,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const isWanted = and(
    eq(mailboxes.tenantId, owner.tenantId),
    eq(mailboxes.userId, owner.userId),
    inArray(mailboxes.id, ids),
  );
  const locked = await tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(isWanted)
    .orderBy(mailboxes.id)
    .for("update");
  await tx
    .update(mailboxes)
    .set({ wantedAt: sql`now()`, ...(older !== undefined && { wantedOlder: older }) })
    .where(isWanted);
  for (const { id } of locked) await wakeMailbox(queue, tx, { ...owner, id });
  return locked.map(({ id }) => id);
}
