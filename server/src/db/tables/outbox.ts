import { sql } from "drizzle-orm";
import {
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence, tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/**
 * How far a mail has come. `data_sent` is written before the final dot goes out: from then on the server may have it, so
 * that whoever finds the row there later must not send it again by themselves.
 */
export const outboxPhases = ["queued", "connecting", "data_sent", "sent", "failed", "cancelled"] as const;

export const outboxRoutes = ["smtp", "gmail", "outlook"] as const;
export type OutboxRoute = (typeof outboxRoutes)[number];

/** Mail on its way: what is needed to send it once. Shares its id with its row in the log. */
export const outbox = pgTable(
  "outbox",
  {
    ...tenantOwned(),
    /** Whose mail it is; not a foreign key: a mail that was accepted goes out even if its sender leaves. */
    userId: uuid().notNull(),
    messageId: text().notNull(),
    phase: text({ enum: outboxPhases }).notNull(),
    /** Envelope, as the server is told. */
    sender: text().notNull(),
    recipients: text().array().notNull(),
    /** The sender's mailbox of that address: a cloud account's mail leaves by it, and any other's copy lands in it. */
    mailboxId: uuid(),
    /** How it leaves: the tenant's SMTP server, or the API of the mailbox's provider. */
    route: text({ enum: outboxRoutes }).notNull().default("smtp"),
    /** The caller's own name for the request, and a hash of what was asked: the same key gives the same mail. */
    idempotencyKey: text(),
    requestHash: text().notNull(),
    attempts: integer().notNull().default(0),
    /** Not before: for undo, send later and the next try. */
    nextAt: moment().notNull(),
    undoUntil: moment(),
    /** Who is sending it, and until when that is believed, by the database's clock. */
    leaseBy: uuid(),
    leaseUntil: moment(),
    error: text(),
    /** The month it was counted in, to give it back when it is taken back. */
    quotaMonth: text().notNull(),
    createdAt: createdAt(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    uniqueIndex("outbox_idempotency_key").on(table.tenantId, table.userId, table.idempotencyKey),
    uniqueIndex("outbox_message_id").on(table.tenantId, table.messageId),
    index("outbox_due").on(table.tenantId, table.nextAt).where(sql`${table.phase} = 'queued'`),
    index("outbox_leased").on(table.leaseUntil).where(sql`${table.phase} in ('connecting', 'data_sent')`),
    index().on(table.updatedAt),
    ...tenantFence(),
  ],
);

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** What a mail says, as it travels: its sender's alone. Gone once it is sent. */
export const outboxContents = pgTable(
  "outbox_contents",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    raw: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [outbox.tenantId, outbox.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);
