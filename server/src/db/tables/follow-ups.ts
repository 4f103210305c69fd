import { foreignKey, index, pgTable, primaryKey, smallint, sql, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

export const followUpStates = ["waiting", "ready", "sent", "dismissed", "answered", "dropped"] as const;

/** A mail that waits for an answer, and the draft that is written if none comes. Only its sender can read it. */
export const followUps = pgTable(
  "follow_ups",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** The mail that waits for an answer. */
    logId: uuid().notNull(),
    messageId: text().notNull(),
    references: text().array().notNull(),
    recipients: text().array().notNull(),
    subject: text().notNull(),
    /** The beginning of the mail, to which the draft refers. */
    excerpt: text().notNull(),
    mailboxId: uuid(),
    sender: text().notNull(),
    days: smallint().notNull(),
    state: text({ enum: followUpStates }).notNull().default("waiting"),
    dueAt: moment().notNull(),
    draft: text().notNull().default(""),
    /** The follow-up mail that was sent. */
    settledBy: uuid(),
    sentAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("follow_ups_one_a_mail").on(table.tenantId, table.logId),
    index().on(table.tenantId, table.userId, table.state, table.dueAt),
    index().on(table.tenantId, table.userId, table.messageId),
    index("follow_ups_due").on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    ...personalFence(),
  ],
);
