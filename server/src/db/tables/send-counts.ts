import { foreignKey, integer, pgTable, primaryKey, smallint, text } from "../orm.ts";
import { tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** The accepted mails of a tenant in a calendar month (UTC), for the plan's quota. */
export const sendCounts = pgTable(
  "send_counts",
  {
    tenantId: tenantOwned().tenantId,
    /** For example 2026-07. */
    month: text().notNull(),
    /** 0 for a plan with a limit, which needs one locked row. Other plans use several, so that mails do not wait for each other. */
    shard: smallint().notNull().default(0),
    accepted: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.month, table.shard] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    ...tenantFence(),
  ],
);
