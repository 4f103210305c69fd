import { foreignKey, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** How many mails a tenant has had accepted in a calendar month (UTC): what its plan's quota is held against. */
export const sendCounts = pgTable(
  "send_counts",
  {
    tenantId: tenantOwned().tenantId,
    /** Such as 2026-07. */
    month: text().notNull(),
    /** 0 for plans with a limit, which count under its lock; the others spread out, so that no mail waits for another. */
    shard: smallint().notNull().default(0),
    accepted: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.month, table.shard] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    ...tenantFence(),
  ],
);
