import { sql } from "drizzle-orm";
import {
  boolean,
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
    /** What is left to do. Indexed instead of the phase, so that a mail's way through its phases touches no index. */
    isOpen: boolean().notNull().generatedAlwaysAs(sql`phase in ('queued', 'connecting', 'data_sent')`),
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
    // Of those that serve any query only the primary key has the tenant: even a plan that was made while the table was empty
    // finds a mail by nothing else. Half of each page is kept free (fillfactor): there its next phase is written.
    uniqueIndex("outbox_idempotency_key")
      .on(table.idempotencyKey, table.tenantId, table.userId)
      .where(sql`${table.idempotencyKey} is not null`),
    index("outbox_message_id").on(table.messageId),
    index("outbox_open").on(table.tenantId, table.nextAt).where(sql`${table.isOpen}`),
    index().using("brin", table.createdAt),
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
