import { deliveryStates, webhookEvents, webhookStates } from "@intellibox/contract/rules/webhooks";
import { foreignKey, index, integer, pgTable, sql, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalOrSharedRules } from "./personal-or-shared.ts";

/** A web address that is called about events, of one person or of the whole company. */
export const webhooks = pgTable(
  "webhooks",
  {
    ...tenantOwned(),
    /** Null: of the company. */
    userId: uuid(),
    name: text().notNull(),
    url: text().notNull(),
    events: text({ enum: webhookEvents }).array().notNull(),
    state: text({ enum: webhookStates }).notNull().default("on"),
    pausedReason: text(),
    /** Since when every call has failed. */
    failingSince: moment(),
    secretSealed: text().notNull(),
    /** The secret before it was replaced, which signs too until `earlierUntil`. */
    earlierSealed: text(),
    earlierUntil: moment(),
    lastDeliveredAt: moment(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [index("webhooks_of_owner").on(table.tenantId, table.userId), ...personalOrSharedRules(table)],
);

/** An event for one webhook, and what became of it. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    ...tenantOwned(),
    /** As of the webhook. */
    userId: uuid(),
    webhookId: uuid().notNull(),
    eventId: uuid().notNull(),
    event: text().notNull(),
    /** The JSON that is sent. */
    body: text().notNull(),
    state: text({ enum: deliveryStates }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    nextAt: moment().defaultNow(),
    leaseBy: uuid(),
    leaseUntil: moment(),
    triedAt: moment(),
    /** The HTTP status of the last answer. */
    status: integer(),
    durationMs: integer(),
    /** The beginning of the last answer. */
    answer: text(),
    error: text(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.tenantId, table.webhookId],
      foreignColumns: [webhooks.tenantId, webhooks.id],
    }).onDelete("cascade"),
    uniqueIndex("webhook_deliveries_once").on(table.tenantId, table.webhookId, table.eventId),
    index("webhook_deliveries_log").on(table.tenantId, table.webhookId, table.createdAt, table.id),
    index("webhook_deliveries_waiting").on(table.tenantId, table.webhookId).where(sql`${table.state} = 'waiting'`),
    index("webhook_deliveries_due").on(table.nextAt).where(sql`${table.nextAt} is not null`),
    index("webhook_deliveries_by_age").on(table.createdAt),
    ...personalOrSharedRules(table),
  ],
);
