import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { notificationDeliveries, notificationDevices } from "#db/tables/notifications.ts";
import type { Scope } from "#scope.ts";
import { isDeviceOf } from "./devices.ts";
import { sendNotificationsJob } from "./jobs.ts";

/** Also in quiet hours and with notifications turned off: the person waits for it. */
export async function sendTest(scope: Scope, deviceId: string) {
  const owner = { tenantId: scope.user.tenantId, userId: scope.user.id };
  return scope.tx(async (tx) => {
    const found = await tx
      .select({ id: notificationDevices.id })
      .from(notificationDevices)
      .where(and(isDeviceOf(owner), eq(notificationDevices.id, deviceId)));
    if (found.length === 0) throw notFound(t("Device not found"));
    await tx.insert(notificationDeliveries).values({ ...owner, deviceId, kind: "test", messageIds: [] });
    // Its own key: a job that waits for more mail to come must not delay it.
    await scope.enqueue(tx, sendNotificationsJob, owner, { singletonKey: `test ${owner.userId}` });
    return { ok: true } as const;
  });
}
