import type { KeptSummary } from "@intellibox/contract/endpoints/summaries";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, tenantOwned } from "./columns.ts";
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
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.userId, table.createdAt),
    ...personalFence(),
  ],
);
