import { priorityParts, priorityReasons } from "@intellibox/contract/rules/priorities";
import { foreignKey, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, tenantOwned } from "./columns.ts";
import { messages } from "./messages.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** The part of the inbox that a message belongs to. A message without a row was not judged yet, and counts as Other. */
export const messagePriorities = pgTable(
  "message_priorities",
  {
    /** `id` is the id of the message. */
    ...tenantOwned(),
    userId: uuid().notNull(),
    part: text({ enum: priorityParts }).notNull(),
    reason: text({ enum: priorityReasons }).notNull(),
    /** The sentence that asks, or what is due. */
    detail: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [messages.tenantId, messages.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);

/** The part that a user chose for the mail of a sender. */
export const senderPriorities = pgTable(
  "sender_priorities",
  {
    tenantId: tenantOwned().tenantId,
    userId: uuid().notNull(),
    /** In lower case. */
    address: text().notNull(),
    part: text({ enum: priorityParts }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.address] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);
