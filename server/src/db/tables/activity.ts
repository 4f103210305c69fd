import { bigint, foreignKey, index, pgTable, primaryKey, sql, text, uuid } from "../orm.ts";
import { moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** Sent and received mail, and uses of AI. */
export const activityKinds = [
  ...["sent", "received", "compose", "reply", "subject", "summarize", "tasks", "rewrite", "translate"],
] as const;

const counted = () => ({
  tenantId: tenantOwned().tenantId,
  /** Not a foreign key, because counts outlive the user. */
  userId: uuid().notNull(),
  kind: text({ enum: activityKinds }).notNull(),
  /** The start of the quarter-hour. In every time zone a day begins at a quarter-hour. */
  at: moment().notNull(),
  amount: bigint({ mode: "number" }).notNull(),
});

/**
 * Activity that is not in `activity_counts` yet. Triggers write it in the same transaction as its cause, so that the two cannot
 * differ. Insert-only, so that mails do not wait for each other's locks on a count.
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

/** Counts by quarter-hour, for days of any time zone, and by UTC day, for long periods. */
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
