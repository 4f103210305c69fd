// Enqueues syncs of mailboxes whose poll is due, whose request was lost, or whose sync was killed.

import { z } from "zod";
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction } from "#db/fence.ts";
import { syncLease } from "#db/lease.ts";
import { and, eq, isNotNull, isNull, lte, or, type SQL, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { World } from "#scope.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";

export const pollMailboxes = job("mailbox.poll", z.object({}), { retryLimit: 0 });

const maxPerRun = 1000;

export async function pollDueMailboxes(world: World) {
  const isDue = or(lte(mailboxes.nextSyncAt, sql`now()`), isNotNull(mailboxes.wantedAt));
  await wakeEach(world, or(syncLease.isAbandoned(world.presence), and(isNull(mailboxes.leaseUntil), isDue)));
}

/** For mailboxes whose sync ended with its process. */
export const wakeAbandonedSyncs = (world: World) => wakeEach(world, syncLease.isAbandoned(world.presence));

/** As platform, because it reads the due times of all tenants' mailboxes. Each is synced as its owner. */
const wakeEach = (world: World, condition: SQL | undefined) =>
  fencedTransaction(world.db, "platform", async (tx) => {
    const due = await tx
      .select({ tenantId: mailboxes.tenantId, userId: mailboxes.userId, id: mailboxes.id })
      .from(mailboxes)
      .where(and(isOwnerActive(tx, mailboxes), eq(mailboxes.isPaused, false), condition))
      .orderBy(mailboxes.nextSyncAt)
      .limit(maxPerRun);
    for (const key of due) await wakeMailbox(world.queue, tx, key);
  });
