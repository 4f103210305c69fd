// Notes events for the webhooks that want them, in the transaction of the event. Apart from the webhooks, which use other features.
import { maxWaitingDeliveries, type WebhookEvent, webhookVersion } from "@intellibox/contract/rules/webhooks";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";

export type EventOwner = { tenantId: string; userId: string };

/**
 * An event of one person's mail. A webhook of the person gets `shared` and `own`, one of the company only `shared`, which must not
 * have anything of a mail that administrators do not see in the log of sent mail.
 */
export type NewEvent = EventOwner & {
  event: WebhookEvent;
  shared: Record<string, unknown>;
  own: Record<string, unknown>;
};

type WantedEvents = { tenantId: string; id: string; userId: string | null; events: string[] };

/** The webhooks of these people and their companies that want one of the events. Nearly always none: one look at an index. */
export async function webhooksThatWant(
  tx: Tx,
  owners: readonly EventOwner[],
  events: readonly WebhookEvent[],
): Promise<WantedEvents[]> {
  if (owners.length === 0) return [];
  const tenants = [...new Set(owners.map(({ tenantId }) => tenantId))];
  const users = [...new Set(owners.map(({ userId }) => userId))];
  const { rows } = await tx.execute<WantedEvents>(sql`
    select tenant_id as "tenantId", id, user_id as "userId", events from webhooks
    where tenant_id = any (${sql.param(tenants)}::uuid[]) and (user_id is null or user_id = any (${sql.param(users)}::uuid[]))
      and state = 'on' and events && ${sql.param([...events])}::text[]`);
  return rows;
}

/** `read` is called only if a webhook wants one of the events. */
export async function enqueueEvents(
  tx: Tx,
  owners: readonly EventOwner[],
  events: readonly WebhookEvent[],
  read: () => Promise<NewEvent[]> | NewEvent[],
): Promise<void> {
  const wanting = await webhooksThatWant(tx, owners, events);
  if (wanting.length === 0) return;
  await storeEvents(tx, wanting, await read());
}

export async function storeEvents(tx: Tx, wanting: WantedEvents[], found: NewEvent[]): Promise<void> {
  const at = new Date().toISOString();
  const rows = found.flatMap((one) => {
    const eventId = newId();
    return wanting.flatMap((hook) => {
      const isOwner = hook.tenantId === one.tenantId && (hook.userId === null || hook.userId === one.userId);
      if (!isOwner || !hook.events.includes(one.event)) return [];
      const data = { userId: one.userId, ...one.shared, ...(hook.userId !== null && one.own) };
      return {
        ...{ id: newId(), tenant_id: one.tenantId, user_id: hook.userId, webhook_id: hook.id },
        ...{ event_id: eventId, event: one.event, body: bodyOf({ id: eventId, event: one.event, at }, data) },
      };
    });
  });
  await insertDeliveries(tx, rows);
}

/** The JSON of a delivery. PostgreSQL refuses NUL, and JSON with lone surrogates is not UTF-8. */
export const bodyOf = (head: { id: string; event: string; at: string }, data: object) =>
  JSON.stringify({ version: webhookVersion, ...head, data }, (_key, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value,
  );

type NewDelivery = Record<"id" | "tenant_id" | "webhook_id" | "event_id" | "event" | "body", string> & {
  user_id: string | null;
};

/** Webhooks with too many waiting deliveries get no more: their receiver is away, and the table must not grow without bounds. */
async function insertDeliveries(tx: Tx, rows: NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into webhook_deliveries (tenant_id, id, user_id, webhook_id, event_id, event, body)
    select g.tenant_id, g.id, g.user_id, g.webhook_id, g.event_id, g.event, g.body
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (tenant_id uuid, id uuid, user_id uuid, webhook_id uuid, event_id uuid, event text, body text)
    where (select count(*) from (
      select from webhook_deliveries d where d.tenant_id = g.tenant_id and d.webhook_id = g.webhook_id and d.state = 'waiting'
      limit ${maxWaitingDeliveries}) waiting) < ${maxWaitingDeliveries}`);
}
