import { z } from "zod";
import { publish } from "#db/events.ts";
import { fencedTransaction } from "#db/fence.ts";
import { and, asc, eq, inArray, lte } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { messages } from "#db/tables/messages.ts";
import type { World } from "#scope.ts";
import { requestSync } from "#features/mailboxes/request-sync.ts";
import { notifyOfWoken } from "#features/notifications/enqueue.ts";
import { wakeDue } from "#features/sync/snooze-state.ts";

/** Runs every minute. A message that was due while the product was off comes back with the first run. */
export const wakeSnoozedJob = job("snooze.wake", z.object({}), { retryLimit: 0 });

/** The rest comes back with the next run, a minute later. */
const maxPerRun = 5_000;

type Owner = { tenantId: string; userId: string };

/** Brings back the messages whose time has come. An owner whose messages cannot be changed does not stop the others. */
export async function wakeSnoozed(world: World): Promise<void> {
  const now = world.outside.now();
  // As platform, which may read ids, owners and times only. Each message is changed as its owner.
  const due = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ tenantId: messages.tenantId, userId: messages.userId, id: messages.id })
      .from(messages)
      .where(lte(messages.snoozedUntil, now))
      .orderBy(asc(messages.snoozedUntil))
      .limit(maxPerRun),
  );
  for (const [userId, rows] of Map.groupBy(due, (row) => row.userId)) {
    const [first] = rows;
    if (!first) continue;
    const owner = { tenantId: first.tenantId, userId };
    const ids = rows.map(({ id }) => id);
    await wakeAs(world, owner, ids, now).catch((error) =>
      world.log.error({ err: error, user: userId }, "snoozed messages did not come back"),
    );
  }
}

const wakeAs = (world: World, owner: Owner, ids: string[], now: Date) =>
  fencedTransaction(world.db, owner, async (tx) => {
    const boxes = await tx
      .selectDistinct({ id: messages.mailboxId })
      .from(messages)
      .where(and(eq(messages.tenantId, owner.tenantId), inArray(messages.id, ids)));
    // First, because it locks the mailboxes, as a sync does before their messages. The sync uploads that they are unread.
    await requestSync(
      world.queue,
      tx,
      owner,
      boxes.map(({ id }) => id),
    );
    const count = await wakeDue(tx, owner, ids, now);
    if (count === 0) return;
    await notifyOfWoken(world.queue, tx, owner, { ids, now });
    await publish(tx, owner, { kind: "messages", data: { action: "wake", count } });
  });
