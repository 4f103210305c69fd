import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** A record says who did what, when and for which tenant. No role may update or delete one. */
export const auditRecords = pgTable(
  "audit_records",
  {
    ...tenantOwned(),
    at: createdAt(),
    /** Not a foreign key, because the record outlives the user. */
    actorId: uuid().notNull(),
    actorName: text().notNull(),
    actorEmail: text().notNull(),
    actorRole: text().notNull(),
    /** Whether the actor belongs to another tenant and acted for this one. */
    acting: boolean().notNull().default(false),
    /** For example `user.updated`. */
    action: text().notNull(),
    targetId: text().notNull().default(""),
    targetName: text().notNull().default(""),
    /** The actor's IP address; empty for an action of the program itself. */
    address: text().notNull().default(""),
    /** Field → value before and after. Of a secret, only that it changed. */
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
