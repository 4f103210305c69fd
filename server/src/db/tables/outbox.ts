import {
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
} from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence, tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/**
 * The progress of an outbox entry. `data_sent` is written before the final dot of SMTP's DATA: from then on the server may have the
 * mail, so a recovery must not send it again automatically.
 */
export const outboxPhases = ["queued", "connecting", "data_sent", "sent", "failed", "cancelled"] as const;

export const outboxRoutes = ["smtp", "gmail", "outlook"] as const;
export type OutboxRoute = (typeof outboxRoutes)[number];

/** A mail that was accepted for sending. Has the same id as its row in `email_logs`. */
export const outbox = pgTable(
  "outbox",
  {
    ...tenantOwned(),
    /** The sender. Not a foreign key, because an accepted mail is sent even if the user is removed. */
    userId: uuid().notNull(),
    messageId: text().notNull(),
    phase: text({ enum: outboxPhases }).notNull(),
    /** Whether sending has no final outcome yet. Indexed instead of the phase, so that most changes of the phase touch no index. */
    isOpen: boolean().notNull().generatedAlwaysAs(sql`phase in ('queued', 'connecting', 'data_sent')`),
    /** The SMTP envelope. */
    sender: text().notNull(),
    recipients: text().array().notNull(),
    /** The sender's mailbox of that address: a cloud mailbox sends the mail, another gets a copy in its Sent folder. */
    mailboxId: uuid(),
    /** The message in a Drafts folder that this mail finishes. Not a foreign key, because drafts come and go with every sync. */
    draftId: uuid(),
    /** The message that this mail forwards, not a foreign key either. */
    forwardId: uuid(),
    /** The tenant's SMTP server, or the API of the mailbox's provider. */
    route: text({ enum: outboxRoutes }).notNull().default("smtp"),
    /** The caller's idempotency key, and a hash of the request: the same key returns the same mail. */
    idempotencyKey: text(),
    requestHash: text().notNull(),
    attempts: integer().notNull().default(0),
    /** The earliest time of the next attempt: for undo, scheduled sending and retries. */
    nextAt: moment().notNull(),
    undoUntil: moment(),
    /** The lease of the sender, by the database's clock. */
    leaseBy: uuid(),
    leaseUntil: moment(),
    error: text(),
    /** The month in which it was counted, to uncount it if it is cancelled. */
    quotaMonth: text().notNull(),
    createdAt: createdAt(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    // No other general index begins with the tenant, so that even a plan from when the table was empty uses the primary key. A
    // fillfactor of 50 leaves room in each page for HOT updates of the phase.
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

/** The raw source of a mail, which only its sender can read. Deleted when it is sent. */
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
