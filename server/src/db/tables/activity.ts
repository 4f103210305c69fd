import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** Mail sent and received, and what the AI was asked for. */
export const activityKinds = ["sent", "received", "compose", "reply", "subject", "summarize", "tasks"] as const;

const counted = () => ({
  tenantId: tenantOwned().tenantId,
  /** Not a foreign key: figures outlive the person. */
  userId: uuid().notNull(),
  kind: text({ enum: activityKinds }).notNull(),
  /** The beginning of the quarter of an hour: no time zone's day begins within one. */
  at: moment().notNull(),
  amount: bigint({ mode: "number" }).notNull(),
});

/**
 * What happened and is not yet in the counts. Triggers write it with the row it is about, so that the two cannot differ;
 * rows are only added, so that no mail waits for another to be counted.
 */
export const activity = pgTable(
  "activity",
  { id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(), ...counted() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    index().on(table.id),
    index().on(table.tenantId, table.at),
    ...tenantFence(),
  ],
);

/** Counts by quarter of an hour, for days that begin anywhere, and by day in UTC, for what spans months. */
export const activityCounts = pgTable(
  "activity_counts",
  { ...counted(), span: text({ enum: ["quarter", "day"] }).notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.span, table.at, table.kind] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    index().on(table.tenantId, table.span, table.at),
    index("activity_counts_days").on(table.at).where(sql`${table.span} = 'day'`),
    index("activity_counts_quarters").on(table.at).where(sql`${table.span} = 'quarter'`),
    ...tenantFence(),
  ],
);
