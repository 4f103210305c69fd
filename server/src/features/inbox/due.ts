// Looks after mailboxes that nobody asks about: those whose time has come, and those whose sync was broken off.
import { and, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { fencedTransaction } from "#db/fence.ts";
import { job } from "#db/queue.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { World } from "#scope.ts";
import { wakeMailbox } from "./sync-requests.ts";

export const pollMailboxes = job("mailbox.poll", z.object({}), { retryLimit: 0 });
export const sweepSources = job("mailbox.sweep", z.object({}), { retryLimit: 0 });

const atOnce = 1000;

/** As platform: which mailboxes there are and when they are due, of all tenants; each is synced as its owner. */
export async function pollDueMailboxes(world: World) {
  const now = sql`now()`;
  await fencedTransaction(world.db, "platform", async (tx) => {
    const due = await tx
      .select({ tenantId: mailboxes.tenantId, userId: mailboxes.userId, id: mailboxes.id })
      .from(mailboxes)
      .where(
        or(
          lt(mailboxes.leaseUntil, now),
          and(isNull(mailboxes.leaseUntil), or(lte(mailboxes.nextSyncAt, now), isNotNull(mailboxes.wantedAt))),
        ),
      )
      .orderBy(mailboxes.nextSyncAt)
      .limit(atOnce);
    for (const key of due) await wakeMailbox(world.queue, tx, key);
  });
}

/** Raw source whose mailbox is gone: its user or company was deleted, or the program died while it was disconnected. */
export async function sweepUnownedSources(world: World) {
  const folders = await world.outside.objects.folders();
  for (let at = 0; at < folders.length; at += 500) {
    const some = folders.slice(at, at + 500).filter((folder) => z.uuid().safeParse(folder).success);
    if (some.length === 0) continue;
    const owned = await fencedTransaction(world.db, "platform", (tx) =>
      tx.select({ id: mailboxes.id }).from(mailboxes).where(inArray(mailboxes.id, some)),
    );
    const known = new Set(owned.map(({ id }) => id));
    for (const folder of some) if (!known.has(folder)) await world.outside.objects.removeFolder(folder);
  }
}
