import { logProviders, logStatuses } from "@intellibox/contract/rules/choices";
import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** Every mail that was asked to be sent: what an administrator sees of it. What it says stays with its sender, in the outbox. */
export const emailLogs = pgTable(
  "email_logs",
  {
    ...tenantOwned(),
    /** Who sent it; not a foreign key, since the record outlives the person. */
    userId: uuid(),
    kind: text({ enum: ["mail", "reply", "test", "follow-up"] })
      .notNull()
      .default("mail"),
    sender: text().notNull(),
    recipients: text().array().notNull(),
    subject: text().notNull(),
    provider: text({ enum: logProviders }).notNull(),
    status: text({ enum: logStatuses }).notNull().default("queued"),
    messageId: text().notNull(),
    /** The server's words where it failed. */
    error: text(),
    /** Such as: kept in the data folder, because the demo sends nothing outside. */
    note: text(),
    tracked: boolean().notNull().default(false),
    /** By people; those by image proxies and by the sender are counted apart. */
    opens: integer().notNull().default(0),
    proxyOpens: integer().notNull().default(0),
    ownOpens: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    /** A hash of where a tracked mail was sent from: to know the sender's own opens. */
    senderDevice: text(),
    createdAt: createdAt(),
    sentAt: moment(),
    /**
     * When it was sent, or until then when it was asked for: the order of the log. A column, since an index on an expression
     * does not serve conditions under row-level security.
     */
    moment: moment().notNull().generatedAlwaysAs(sql`coalesce(sent_at, created_at)`),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    uniqueIndex("email_logs_message_id").on(table.tenantId, table.messageId),
    index().on(table.tenantId, table.userId, table.createdAt),
    // What a person asks about again and again: their own mail that has not gone.
    index("email_logs_unsent").on(table.tenantId, table.userId, table.createdAt).where(sql`${table.status} <> 'sent'`),
    // The order of the log, for one tenant and for all, and one mail of it for whoever sees all tenants.
    index("email_logs_moment").on(table.tenantId, table.moment, table.id),
    index("email_logs_all_moment").on(table.moment, table.id),
    index().on(table.id),
    ...tenantFence(),
  ],
);
