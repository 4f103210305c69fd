// Enqueues syncs of mailboxes whose poll is due, whose request was lost, or whose sync was killed.

import { z } from "zod";
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction } from "#db/fence.ts";
import { syncLease } from "#db/lease.ts";
import { and, isNotNull, isNull, lte, or, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { World } from "#scope.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";

export const pollMailboxes = job("mailbox.poll", z.object({}), { retryLimit: 0 });

const maxPerRun = 1000;

/** As platform, because it reads the due times of all tenants' mailboxes. Each is synced as its owner. */
export async function pollDueMailboxes(world: World) {
  const now = sql`now()`;
  await fencedTransaction(world.db, "platform", async (tx) => {
    const due = await tx
      .select({ tenantId: mailboxes.tenantId, userId: mailboxes.userId, id: mailboxes.id })
      .from(mailboxes)
      .where(
        and(
          isOwnerActive(tx, mailboxes),
          or(
            syncLease.hasExpired,
            and(isNull(mailboxes.leaseUntil), or(lte(mailboxes.nextSyncAt, now), isNotNull(mailboxes.wantedAt))),
          ),
        ),
      )
      .orderBy(mailboxes.nextSyncAt)
      .limit(maxPerRun);
    for (const key of due) await wakeMailbox(world.queue, tx, key);
  });
}
