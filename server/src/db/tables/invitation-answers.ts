import { invitationAnswers as choices } from "@intellibox/contract/rules/invitations";
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { messages } from "./messages.ts";
import { personalFence } from "./policies.ts";

/** The answers that a user gave to invitations. An answer has the id of its mail in `outbox`. The last one that was not withdrawn counts. */
export const invitationAnswers = pgTable(
  "invitation_answers",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** The message with the invitation. */
    messageId: uuid().notNull(),
    /** The event's UID, and which version of it was answered (RFC 5545 3.8.7.4). */
    uid: text().notNull(),
    sequence: integer().notNull(),
    /** The occurrence of a series that it is about; empty for the whole event. */
    occurrence: text().notNull(),
    answer: text({ enum: choices }).notNull(),
    note: text().notNull(),
    createdAt: createdAt(),
    /** Set if its mail was cancelled before it was sent. */
    withdrawnAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.messageId],
      foreignColumns: [messages.tenantId, messages.id],
    }).onDelete("cascade"),
    index("invitation_answers_of_message").on(table.tenantId, table.messageId),
    index("invitation_answers_of_event").on(table.tenantId, table.userId, table.uid),
    ...personalFence(),
  ],
);
