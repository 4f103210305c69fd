import { logProviders, logStatuses } from "@intellibox/contract/rules/choices";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** Every mail that was accepted for sending, as administrators see it. Its content is only in the outbox, for its sender. */
export const emailLogs = pgTable(
  "email_logs",
  {
    ...tenantOwned(),
    /** The sender. Not a foreign key, because the record outlives the user. */
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
    /** The server's message if it failed. */
    error: text(),
    /** For example that the demo stored it in the data folder instead of sending it. */
    note: text(),
    tracked: boolean().notNull().default(false),
    /** Opens by people. Those by image proxies and by the sender are counted separately. */
    opens: integer().notNull().default(0),
    proxyOpens: integer().notNull().default(0),
    ownOpens: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    /** A hash of the device that sent a tracked mail, to recognize the sender's own opens. */
    senderDevice: text(),
    createdAt: createdAt(),
    sentAt: moment(),
    /**
     * The time of sending, or of the request if it is not sent yet: the order of the log. A column, because PostgreSQL does not
     * use an index on an expression for conditions under row-level security.
     */
    moment: moment().notNull().generatedAlwaysAs(sql`coalesce(sent_at, created_at)`),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    uniqueIndex("email_logs_message_id").on(table.tenantId, table.messageId),
    index().on(table.tenantId, table.userId, table.createdAt),
    // For the frequent query of a user's own unsent mail.
    index("email_logs_unsent").on(table.tenantId, table.userId, table.createdAt).where(sql`${table.status} <> 'sent'`),
    // The order of the log, for one tenant and for all; then a lookup by id across tenants.
    index("email_logs_moment").on(table.tenantId, table.moment, table.id),
    index("email_logs_all_moment").on(table.moment, table.id),
    index().on(table.id),
    ...tenantFence(),
  ],
);
