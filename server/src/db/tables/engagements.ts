import { foreignKey, index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, tenantOwned } from "./columns.ts";
import { emailLogs } from "./email-logs.ts";
import { tenantFence } from "./policies.ts";

/** The links of a tracked mail: the only places that its redirects lead to. */
export const trackedLinks = pgTable(
  "tracked_links",
  {
    tenantId: tenantOwned().tenantId,
    logId: uuid().notNull(),
    position: smallint().notNull(),
    url: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.logId, table.position] }),
    foreignKey({
      columns: [table.tenantId, table.logId],
      foreignColumns: [emailLogs.tenantId, emailLogs.id],
    }).onDelete("cascade"),
    ...tenantFence(),
  ],
);

export const engagementKinds = ["open", "click"] as const;
export const engagementActors = ["person", "proxy", "sender"] as const;

/** An open or a click, and by what kind of visitor. No address of theirs is kept. */
export const engagements = pgTable(
  "engagements",
  {
    ...tenantOwned(),
    logId: uuid().notNull(),
    kind: text({ enum: engagementKinds }).notNull(),
    actor: text({ enum: engagementActors }).notNull(),
    /** Which of the mail's links; null for opens. */
    link: smallint(),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.logId],
      foreignColumns: [emailLogs.tenantId, emailLogs.id],
    }).onDelete("cascade"),
    index().on(table.tenantId, table.logId),
    index().on(table.tenantId, table.at),
    ...tenantFence(),
  ],
);
