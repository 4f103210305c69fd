import type { PreparedDraft } from "@intellibox/contract/endpoints/prepared-drafts";
import { senderKinds } from "@intellibox/contract/rules/prepared-drafts";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { messages } from "./messages.ts";
import { personalFence } from "./policies.ts";

/**
 * New mail that the assistant may write a reply to, and the reply. Has the same id as the message, and goes with it. It waits while
 * `nextAt` is set, and is ready while `written` is. A row with neither says that the mail needs none, or that its reply was dropped.
 */
export const preparedDrafts = pgTable(
  "prepared_drafts",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    mailboxId: uuid().notNull(),
    /** From a hash of the Message-ID, so that a mail in two mailboxes gets one. */
    mail: uuid().notNull(),
    senderKind: text({ enum: senderKinds }),
    written: jsonb().$type<Omit<PreparedDraft, "writtenAt">>(),
    writtenAt: moment(),
    attempts: integer().notNull().default(0),
    nextAt: moment().defaultNow(),
    /** When it was first given to a model, for the bound of an hour. */
    begunAt: moment(),
    leaseBy: uuid(),
    leaseUntil: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [messages.tenantId, messages.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("prepared_drafts_once").on(table.tenantId, table.userId, table.mail),
    index("prepared_drafts_of_mailbox").on(table.tenantId, table.mailboxId, table.begunAt),
    index("prepared_drafts_due").on(table.nextAt).where(sql`${table.nextAt} is not null`),
    index("prepared_drafts_ready").on(table.writtenAt).where(sql`${table.writtenAt} is not null`),
    index("prepared_drafts_by_age").on(table.createdAt),
    ...personalFence(),
  ],
);
