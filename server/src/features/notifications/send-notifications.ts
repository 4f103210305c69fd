// Sends the notifications of a user to all of their devices.
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { PushIdentity } from "#outside/web-push.ts";
import type { World } from "#scope.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryEnd,
  outcomeOfFault,
  settleDelivery,
} from "./claim-deliveries.ts";
import type { NotificationOwner } from "./enqueue.ts";
import { sendNotificationsJob } from "./jobs.ts";
import { makeDeliveries } from "./make-deliveries.ts";
import { payloadOf } from "./payload.ts";
import { pushIdentity } from "./push-keys.ts";
import { settingsOf } from "./settings.ts";

/** A browser that comes back later shows the mail itself. */
const ttlSeconds = 12 * 3600;
const testTtlSeconds = 60;

export async function sendNotifications(world: World, owner: NotificationOwner): Promise<void> {
  await fencedTransaction(world.db, owner, (tx) => makeDeliveries(tx, owner, world.outside.now()));
  const { claimed, settings } = await fencedTransaction(world.db, owner, async (tx) => ({
    settings: await settingsOf(tx, owner),
    claimed: await claimDeliveries(tx, owner),
  }));
  if (claimed.length === 0) return;
  const identity = await pushIdentity(world);
  const byDevice = Map.groupBy(claimed, ({ device }) => device.id);
  // The devices at once, so that one that hangs does not delay the others.
  await Promise.all([...byDevice.values()].map((own) => sendToDevice(world, owner, { own, identity, settings })));
}

type DeviceRun = { own: ClaimedDelivery[]; identity: PushIdentity; settings: { hidesContent: boolean } };

async function sendToDevice(world: World, owner: NotificationOwner, { own, identity, settings }: DeviceRun) {
  for (const delivery of own) {
    const isRead = delivery.kind !== "test" && delivery.messages.length === 0;
    const end = isRead ? ({ kind: "skipped" } as const) : await handOver(world, delivery, identity, settings);
    await fencedTransaction(world.db, owner, (tx) => settleDelivery(tx, owner, delivery, end));
    if (end.kind === "gone") return;
  }
}

async function handOver(
  world: World,
  delivery: ClaimedDelivery,
  identity: PushIdentity,
  settings: { hidesContent: boolean },
): Promise<DeliveryEnd> {
  const isTest = delivery.kind === "test";
  const payload = payloadOf(delivery, settings);
  const pushed = {
    payload: JSON.stringify(payload),
    ttlSeconds: isTest ? testTtlSeconds : ttlSeconds,
    urgency: isTest ? "high" : "normal",
    topic: payload.tag.replaceAll("-", "").slice(0, 32),
  } as const;
  try {
    return await world.outside.webPush.send(delivery.device, identity, pushed);
  } catch (error) {
    const outcome = outcomeOfFault(error);
    world.log.info({ outcome: outcome.kind, device: delivery.device.id }, "a notification was not sent");
    return outcome;
  }
}

const maxUsersPerRun = 500;

/** Enqueues users whose notifications or deliveries wait: after a backoff, or because a process died. */
export async function findWaiting(world: World): Promise<void> {
  // As platform, which may read owners and times only.
  const { rows } = await fencedTransaction(world.db, "platform", (tx) =>
    tx.execute<{ tenant_id: string; user_id: string }>(sql`
      select tenant_id, user_id from notifications
      where claimed_at is null and created_at between now() - interval '1 hour' and now() - interval '2 minutes'
      union select tenant_id, user_id from notification_deliveries
      where claimed_at is null and next_at <= now() and created_at > now() - interval '1 day'
      limit ${maxUsersPerRun}`),
  );
  for (const { tenant_id: tenantId, user_id: userId } of rows)
    await fencedTransaction(world.db, { tenantId, userId }, (tx) =>
      world.queue.enqueue(tx, sendNotificationsJob, { tenantId, userId }, { singletonKey: userId }),
    );
}

/** Longer than any sync would bring the same mail as new again; see `notifyOfArrivals`. */
const keptDays = 4;

/** Deletes notifications of some days ago, and deliveries that a process which died had claimed. */
export async function purgeNotifications(world: World): Promise<void> {
  await fencedTransaction(world.db, "platform", async (tx) => {
    const before = sql`now() - make_interval(days => ${keptDays})`;
    await tx.execute(sql`delete from notifications where created_at < ${before}`);
    await tx.execute(sql`delete from notification_deliveries where created_at < now() - interval '1 day'`);
  });
}
