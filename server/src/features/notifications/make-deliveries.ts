// The waiting notifications of a user become one delivery for each device.
import { newId } from "#lib/ids.ts";
import { canReadMail } from "#db/active-owner.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull, sql } from "#db/orm.ts";
import { notificationDeliveries, notificationDevices, notifications } from "#db/tables/notifications.ts";
import { chooseMessages, type WaitingMessage } from "./choose-messages.ts";
import { isDeviceOf } from "./devices.ts";
import type { NotificationOwner } from "./enqueue.ts";
import { settingsOf } from "./settings.ts";

/** More are told of together: "12 new messages". */
const mostSingles = 3;
/** The ids of one delivery. */
const mostTogether = 200;
/** Older ones are of no use any more. */
export const freshSince = sql`now() - interval '1 hour'`;

/**
 * Claims what waits, by one statement: of two workers one gets each row. A worker that dies after the commit of a claim does not
 * send it, and nobody else does: a notification that is missing is better than one that comes twice.
 */
export async function makeDeliveries(tx: Tx, owner: NotificationOwner, now: Date): Promise<void> {
  const claimed = await tx
    .update(notifications)
    .set({ claimedAt: sql`now()` })
    .where(
      and(
        eq(notifications.tenantId, owner.tenantId),
        eq(notifications.userId, owner.userId),
        isNull(notifications.claimedAt),
      ),
    )
    .returning({
      messageId: notifications.messageId,
      kind: notifications.kind,
      isFresh: sql<boolean>`${notifications.createdAt} > ${freshSince}`,
    });
  const waiting = claimed.flatMap(({ messageId, kind, isFresh }) =>
    isFresh && kind !== "left" ? { messageId, kind } : [],
  );
  if (waiting.length === 0 || !(await canReadMail(tx, owner))) return;
  const settings = await settingsOf(tx, owner);
  const chosen = await chooseMessages(tx, owner, { waiting, settings, now });
  await noteLeft(tx, owner, { waiting, chosen });
  if (chosen.length === 0) return;
  const groups =
    chosen.length > mostSingles
      ? [{ kind: "new" as const, messageIds: chosen.slice(-mostTogether).map(({ messageId }) => messageId) }]
      : chosen.map(({ kind, messageId }) => ({ kind, messageIds: [messageId] }));
  const devices = await tx.select({ id: notificationDevices.id }).from(notificationDevices).where(isDeviceOf(owner));
  const rows = devices.flatMap(({ id: deviceId }) => groups.map((group) => ({ ...owner, deviceId, ...group })));
  if (rows.length > 0) await tx.insert(notificationDeliveries).values(rows.map((row) => ({ id: newId(), ...row })));
}

/** Notes the messages that the settings left out, so that a rule that runs later can still tell of them. */
async function noteLeft(
  tx: Tx,
  { tenantId, userId }: NotificationOwner,
  { waiting, chosen }: { waiting: WaitingMessage[]; chosen: WaitingMessage[] },
) {
  const told = new Set(chosen.map(({ messageId }) => messageId));
  const left = waiting.flatMap(({ messageId, kind }) => (kind === "new" && !told.has(messageId) ? messageId : []));
  if (left.length === 0) return;
  await tx
    .update(notifications)
    .set({ kind: "left" })
    .where(
      and(
        eq(notifications.tenantId, tenantId),
        eq(notifications.userId, userId),
        inArray(notifications.messageId, left),
      ),
    );
}
