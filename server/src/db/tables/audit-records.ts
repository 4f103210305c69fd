import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** Who did what, when, on whose behalf. Written once, never changed: nobody is granted more. */
export const auditRecords = pgTable(
  "audit_records",
  {
    ...tenantOwned(),
    at: createdAt(),
    /** Not a foreign key: the record outlives the person. */
    actorId: uuid().notNull(),
    actorName: text().notNull(),
    actorEmail: text().notNull(),
    actorRole: text().notNull(),
    /** Whether the actor belongs to another tenant and acted for this one. */
    acting: boolean().notNull().default(false),
    /** Such as `user.updated`. */
    action: text().notNull(),
    targetId: text().notNull().default(""),
    targetName: text().notNull().default(""),
    /** The actor's network address; blank for what the program did by itself. */
    address: text().notNull().default(""),
    /** Field → value before and after; secrets only as the fact that they changed. */
    changes: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    index().on(table.tenantId, table.at),
    index().on(table.at),
    ...tenantFence(),
  ],
);
