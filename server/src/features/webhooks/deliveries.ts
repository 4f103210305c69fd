// The log of a webhook's deliveries, sending one again, and the test event.
import type { QueryOf } from "@intellibox/contract/endpoint";
import type { webhooks as calls, WebhookDelivery } from "@intellibox/contract/endpoints/webhooks";
import { maxWaitingDeliveries, testEvent } from "@intellibox/contract/rules/webhooks";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, sql } from "#db/orm.ts";
import { pageBounds } from "#db/paging.ts";
import { firstOr, only } from "#db/rows.ts";
import { webhookDeliveries } from "#db/tables/webhooks.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { bodyOf } from "#features/webhook-state/enqueue-event.ts";
import { lockWebhook, readWebhook, tellOfWebhooks, type WebhookOwner, type WebhookRow } from "./webhooks.ts";

type Row = typeof webhookDeliveries.$inferSelect;

const present = (row: Row): WebhookDelivery => {
  const { id, eventId, event, state, createdAt, attempts, triedAt, status, durationMs, answer, error, body } = row;
  // A delivery that is under way shows when it is tried again only after its outcome is known.
  const nextAt = state === "waiting" ? row.nextAt : null;
  return { id, eventId, event, state, createdAt, attempts, triedAt, status, durationMs, answer, error, nextAt, body };
};

export const listDeliveries = (
  scope: Scope,
  owner: WebhookOwner,
  id: string,
  { page, limit = 20, state }: QueryOf<typeof calls.deliveries>,
) =>
  scope.tx(async (tx) => {
    await readWebhook(tx, scope, owner, id);
    const where = and(
      eq(webhookDeliveries.tenantId, scope.tenantId),
      eq(webhookDeliveries.webhookId, id),
      state && eq(webhookDeliveries.state, state),
    );
    const bounds = pageBounds({ page, limit });
    const rows = await tx
      .select()
      .from(webhookDeliveries)
      .where(where)
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .limit(bounds.limit)
      .offset(bounds.offset);
    return { items: rows.map(present), total: await tx.$count(webhookDeliveries, where) };
  });

/** With the same id, so that a receiver that has it already can ignore it. */
export const redeliver = (scope: Scope, owner: WebhookOwner, { id, deliveryId }: { id: string; deliveryId: string }) =>
  scope.tx(async (tx) => {
    const hook = await lockWebhook(tx, scope, owner, id);
    refuseUnlessOn(hook);
    const isRow = and(
      eq(webhookDeliveries.tenantId, scope.tenantId),
      eq(webhookDeliveries.webhookId, id),
      eq(webhookDeliveries.id, deliveryId),
    );
    const row = firstOr(
      await tx.select().from(webhookDeliveries).where(isRow).for("update"),
      notFound(t("This delivery is not in the log any more.")),
    );
    if (row.state !== "waiting") await refuseTooMany(tx, hook);
    const again = { state: "waiting" as const, nextAt: sql`now()`, attempts: 0, leaseBy: null, leaseUntil: null };
    const set = await tx.update(webhookDeliveries).set(again).where(isRow).returning();
    await audit(tx, scope, {
      action: "webhook.redelivered",
      targetId: id,
      targetName: hook.name,
      changes: { event: row.event },
    });
    await tellOfWebhooks(tx, scope, hook);
    return present(only(set));
  });

export const sendTestEvent = (scope: Scope, owner: WebhookOwner, id: string) =>
  scope.tx(async (tx) => {
    const hook = await lockWebhook(tx, scope, owner, id);
    refuseUnlessOn(hook);
    await refuseTooMany(tx, hook);
    const eventId = newId();
    const body = bodyOf(
      { id: eventId, event: testEvent, at: scope.now().toISOString() },
      { userId: scope.user.id, webhookId: id, name: hook.name },
    );
    const { tenantId, userId } = hook;
    const row = { tenantId, userId, webhookId: id, eventId, event: testEvent, body };
    const inserted = await tx.insert(webhookDeliveries).values(row).returning();
    await tellOfWebhooks(tx, scope, hook);
    return present(only(inserted));
  });

function refuseUnlessOn({ state }: WebhookRow) {
  if (state !== "on") throw conflict(t("The webhook is off. Switch it on first."));
}

async function refuseTooMany(tx: Tx, { tenantId, id }: WebhookRow) {
  const waiting = and(
    eq(webhookDeliveries.tenantId, tenantId),
    eq(webhookDeliveries.webhookId, id),
    eq(webhookDeliveries.state, "waiting"),
  );
  if ((await tx.$count(webhookDeliveries, waiting)) >= maxWaitingDeliveries)
    throw conflict(t("Too many deliveries of this webhook wait already."));
}
