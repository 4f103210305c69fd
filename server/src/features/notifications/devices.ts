// The browsers that get a user's notifications.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { notifications as calls, NotificationDevice } from "@intellibox/contract/endpoints/notifications";
import { maxNotificationDevices } from "@intellibox/contract/rules/notifications";
import { t } from "@intellibox/contract/text/t";
import { deviceName } from "#lib/device-name.ts";
import { conflict, invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, ne, not, or, sql } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { notificationDevices } from "#db/tables/notifications.ts";
import type { Scope } from "#scope.ts";

type DeviceRow = typeof notificationDevices.$inferSelect;
type Owner = { tenantId: string; userId: string };

export const isDeviceOf = ({ tenantId, userId }: Owner) =>
  and(eq(notificationDevices.tenantId, tenantId), eq(notificationDevices.userId, userId));

const ownerOf = ({ user }: Scope): Owner => ({ tenantId: user.tenantId, userId: user.id });

const present = (row: DeviceRow, { user }: Scope): NotificationDevice => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  isCurrent: row.sessionId === user.sessionId,
});

export async function listDevices(tx: Tx, scope: Scope): Promise<NotificationDevice[]> {
  const rows = await tx
    .select()
    .from(notificationDevices)
    .where(isDeviceOf(ownerOf(scope)))
    .orderBy(asc(notificationDevices.createdAt), asc(notificationDevices.id));
  return rows.map((row) => present(row, scope));
}

/** The browser's own address of its push service comes from outside: it must be a public https host, as for every call out. */
export async function addDevice(
  scope: Scope,
  publicKey: string,
  form: BodyOf<typeof calls.addDevice>,
): Promise<NotificationDevice> {
  const { endpoint, p256dh, auth, language } = form;
  const { sessionId } = scope.user;
  if (!sessionId) throw invalid(t("Sign in to get notifications."));
  if (form.publicKey !== publicKey)
    throw conflict(t("The key for notifications has changed. Turn notifications on again."));
  await scope.outside.webPush.check({ endpoint, p256dh, auth }).catch(() => {
    throw invalid(t("The browser's subscription is not valid"), { endpoint: t("The address is not allowed") });
  });
  const owner = ownerOf(scope);
  // As platform: the user who had this browser before may be of another company, and gets no notifications on it any more.
  await scope.platformTx((tx) =>
    tx
      .delete(notificationDevices)
      .where(
        and(
          eq(notificationDevices.endpoint, endpoint),
          or(ne(notificationDevices.tenantId, owner.tenantId), ne(notificationDevices.userId, owner.userId)),
        ),
      ),
  );
  return scope.tx(async (tx) => {
    await lockDevices(tx, owner);
    // A browser whose subscription was renewed has another endpoint.
    const isEarlier = and(eq(notificationDevices.sessionId, sessionId), ne(notificationDevices.endpoint, endpoint));
    await tx.delete(notificationDevices).where(and(isDeviceOf(owner), isEarlier));
    const others = await tx
      .select({ id: notificationDevices.id })
      .from(notificationDevices)
      .where(and(isDeviceOf(owner), not(eq(notificationDevices.endpoint, endpoint))));
    if (others.length >= maxNotificationDevices)
      throw conflict(
        t("You have notifications on {count} devices already. Remove one first.", { count: maxNotificationDevices }),
      );
    const now = { sessionId, p256dh, auth, language, name: deviceName(scope.userAgent), failures: 0 };
    const saved = await tx
      .insert(notificationDevices)
      .values({ ...owner, endpoint, ...now })
      .onConflictDoUpdate({
        target: [notificationDevices.tenantId, notificationDevices.userId, notificationDevices.endpoint],
        set: now,
      })
      .returning();
    return present(only(saved), scope);
  });
}

/** Two browsers that are added at once must not exceed the limit. */
const lockDevices = (tx: Tx, { userId }: Owner) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 727011))`);

export async function removeDevice(scope: Scope, id: string) {
  return scope.tx(async (tx) => {
    const removed = await tx
      .delete(notificationDevices)
      .where(and(isDeviceOf(ownerOf(scope)), eq(notificationDevices.id, id)))
      .returning({ id: notificationDevices.id });
    if (removed.length === 0) throw notFound(t("Device not found"));
    return { ok: true } as const;
  });
}
