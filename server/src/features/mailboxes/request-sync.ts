import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "#db/fence.ts";
import { job, type Queue } from "#db/queue.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { MailboxKey } from "./mailbox-key.ts";

/** One sync of one mailbox. The row says what is wanted of it; a job of its own only says that something is. */
export const syncMailboxJob = job(
  "mailbox.sync",
  z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() }),
  // At most one waits for a mailbox. Not tried again by the queue: the row keeps when the next attempt is due.
  { policy: "short", retryLimit: 0, expireInSeconds: 3600 },
);

/** Wakes a worker for a mailbox, now or later. */
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
      // A wake-up for later must not stand in the way of one for now.
      singletonKey: startAfter ? `${id} later` : id,
      ...(startAfter && { startAfter }),
    },
  );

type Owner = { tenantId: string; userId: string };

/**
 * Notes that mailboxes are to be synced and wakes a worker for each. It locks their rows, in one order, and is to come first in
 * a transaction that changes their messages: a sync under way locks them in the same order.
 */
export async function requestSync(
  queue: Pick<Queue, "enqueue">,
  tx: Tx,
  owner: Owner,
  ids: string[],
  older?: number,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const mine = and(
    eq(mailboxes.tenantId, owner.tenantId),
    eq(mailboxes.userId, owner.userId),
    inArray(mailboxes.id, ids),
  );
  const locked = await tx.select({ id: mailboxes.id }).from(mailboxes).where(mine).orderBy(mailboxes.id).for("update");
  await tx
    .update(mailboxes)
    .set({ wantedAt: sql`now()`, ...(older !== undefined && { wantedOlder: older }) })
    .where(mine);
  for (const { id } of locked) await wakeMailbox(queue, tx, { ...owner, id });
  return locked.map(({ id }) => id);
}
