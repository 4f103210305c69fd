// Claims the deliveries of a user that are due, and settles them.
import type { Language } from "@intellibox/contract/text/language";
import { connectFault } from "#lib/connect-fault.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { notificationDeliveries, notificationDevices } from "#db/tables/notifications.ts";
import type { PushOutcome } from "#outside/web-push.ts";
import type { NotificationOwner } from "./enqueue.ts";
import { freshSince } from "./make-deliveries.ts";

export type ToldMessage = { id: string; subject: string; fromName: string; fromAddress: string };

export type ClaimedDelivery = {
  id: string;
  kind: (typeof notificationDeliveries.$inferSelect)["kind"];
  attempts: number;
  device: { id: string; endpoint: string; p256dh: string; auth: string; language: Language };
  /** Those that are still unread; newest first. */
  messages: ToldMessage[];
};

/** A user has at most this many devices and single notifications at a time. */
const maxPerRun = 100;

type Row = Omit<ClaimedDelivery, "messages"> & { message_ids: string[]; is_fresh: boolean };

/**
 * The claim is committed before the first byte is sent, and is taken back only if the push service says that it has not taken the
 * notification. So a process that dies leaves it unsent, and no device gets it twice.
 */
export async function claimDeliveries(tx: Tx, { tenantId, userId }: NotificationOwner): Promise<ClaimedDelivery[]> {
  const { rows } = await tx.execute<Row>(sql`
    with due as (
      select id from notification_deliveries
      where tenant_id = ${tenantId} and user_id = ${userId} and claimed_at is null and next_at <= now()
      order by id limit ${maxPerRun} for update skip locked
    )
    update notification_deliveries n set claimed_at = now(), attempts = n.attempts + 1
    from due, notification_devices d
    where n.tenant_id = ${tenantId} and n.id = due.id and d.tenant_id = ${tenantId} and d.id = n.device_id
    returning n.id, n.kind, n.attempts, n.message_ids, n.created_at > ${freshSince} as is_fresh,
      json_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth, 'language', d.language) as device`);
  const ids = [...new Set(rows.flatMap((row) => row.message_ids))];
  const unread = ids.length > 0 ? await unreadMessages(tx, { tenantId, userId }, ids) : [];
  return rows.map(({ message_ids, is_fresh, ...row }) => ({
    ...row,
    messages: is_fresh ? unread.filter(({ id }) => message_ids.includes(id)) : [],
  }));
}

async function unreadMessages(tx: Tx, { tenantId, userId }: NotificationOwner, ids: string[]): Promise<ToldMessage[]> {
  const { rows } = await tx.execute<ToldMessage>(sql`
    select id, subject, from_name as "fromName", from_address as "fromAddress" from messages
    where tenant_id = ${tenantId} and user_id = ${userId} and id = any (${sql.param(ids)}::uuid[]) and unread and remove_at is null
    order by date desc, id desc`);
  return rows;
}

const mostAttempts = 5;
/** Seconds before the second attempt, the third and so on. */
const backOff = [30, 120, 600, 1800];
/** A push service that asks for a longer pause gets the notification never: it is not news any more. */
const longestWait = 3600;
/** A browser that has been reset does not always answer with 410. */
const mostFailures = 10;

export type DeliveryEnd = PushOutcome | { kind: "skipped" };

/** The outcome of a call that failed. Only some faults say for certain that the service did not get the notification. */
export function outcomeOfFault(error: unknown): PushOutcome {
  const fault = connectFault(error);
  if (fault === "refused" || fault === "name_not_found") return { kind: "later", afterSeconds: undefined };
  // The name of the host belongs to a private address now.
  if (fault === "forbidden_host") return { kind: "gone" };
  return { kind: "refused", reason: fault ?? "an error" };
}

export async function settleDelivery(
  tx: Tx,
  { tenantId }: NotificationOwner,
  { id, attempts, device }: ClaimedDelivery,
  end: DeliveryEnd,
): Promise<void> {
  const isDelivery = and(eq(notificationDeliveries.tenantId, tenantId), eq(notificationDeliveries.id, id));
  const isDevice = and(eq(notificationDevices.tenantId, tenantId), eq(notificationDevices.id, device.id));
  if (end.kind === "gone") {
    await tx.delete(notificationDevices).where(isDevice);
    return;
  }
  const wait = end.kind === "later" ? Math.max(end.afterSeconds ?? 0, backOff[attempts - 1] ?? 0) : undefined;
  if (wait !== undefined && attempts < mostAttempts && wait <= longestWait)
    await tx
      .update(notificationDeliveries)
      .set({ claimedAt: null, nextAt: sql`now() + make_interval(secs => ${wait})` })
      .where(isDelivery);
  else await tx.delete(notificationDeliveries).where(isDelivery);
  if (end.kind === "taken")
    await tx.update(notificationDevices).set({ lastUsedAt: sql`now()`, failures: 0 }).where(isDevice);
  if (end.kind !== "refused") return;
  await tx
    .update(notificationDevices)
    .set({ failures: sql`${notificationDevices.failures} + 1` })
    .where(isDevice);
  await tx.delete(notificationDevices).where(and(isDevice, sql`${notificationDevices.failures} >= ${mostFailures}`));
}
