import type { FoundTask } from "@intellibox/contract/endpoints/assistant";
import type { KeptSummary } from "@intellibox/contract/endpoints/summaries";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** A stored result of Summarize. It contains mail, so only its owner can read it. */
export const summaries = pgTable(
  "summaries",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    title: text().notNull(),
    thread: jsonb().$type<KeptSummary["thread"]>().notNull(),
    summary: jsonb().$type<KeptSummary["summary"]>().notNull(),
    summarySources: jsonb().$type<KeptSummary["summarySources"]>().notNull(),
    actions: jsonb().$type<KeptSummary["actions"]>().notNull(),
    written: jsonb().$type<KeptSummary["written"]>(),
    /** Stored counts, so that a list need not read megabytes of mail. */
    messageCount: integer().notNull(),
    pointCount: integer().notNull(),
    actionCount: integer().notNull(),
    /** The inbox's thread that it is shown with; null if it was made in Summarize. */
    threadId: uuid(),
    /** Of such a thread: its messages in the order of `thread`, the date of the newest, and the tasks that were found. */
    messageIds: jsonb().$type<string[]>(),
    newestAt: moment(),
    tasks: jsonb().$type<FoundTask[]>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.userId, table.createdAt),
    uniqueIndex("summaries_of_thread").on(table.tenantId, table.userId, table.threadId),
    ...personalFence(),
  ],
);
