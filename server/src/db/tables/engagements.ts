import { foreignKey, index, pgTable, primaryKey, smallint, text, uuid } from "../orm.ts";
import { createdAt, tenantOwned } from "./columns.ts";
import { emailLogs } from "./email-logs.ts";
import { tenantFence } from "./policies.ts";

/** The links of a tracked mail. Its redirects lead only to these. */
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

/** An open or a click, with the kind of visitor. The visitor's address is not stored. */
export const engagements = pgTable(
  "engagements",
  {
    ...tenantOwned(),
    logId: uuid().notNull(),
    kind: text({ enum: engagementKinds }).notNull(),
    actor: text({ enum: engagementActors }).notNull(),
    /** The position of the link; null for opens. */
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
