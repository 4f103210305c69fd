import { bigint, boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "../orm.ts";
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
    // The hash chain. A trigger writes it when the transaction commits; null in records from before it.
    chainSeq: bigint({ mode: "number" }),
    chainHash: text(),
    /** Of the actor, and of the target with the changes. An erasure deletes the salt of the part that it blanks. */
    whoSalt: uuid(),
    whatSalt: uuid(),
    whoDigest: text(),
    whatDigest: text(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    index().on(table.tenantId, table.at),
    index().on(table.at),
    uniqueIndex("audit_records_chain").on(table.tenantId, table.chainSeq),
    ...tenantFence(),
  ],
);

/** The two ends of each company's chain of audit records. */
export const auditChains = pgTable(
  "audit_chains",
  {
    tenantId: uuid().primaryKey(),
    /** The last record. */
    seq: bigint({ mode: "number" }).notNull().default(0),
    hash: text().notNull().default(""),
    /** The last record that retention has deleted. */
    anchorSeq: bigint({ mode: "number" }).notNull().default(0),
    anchorHash: text().notNull().default(""),
    startedAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    ...tenantFence(),
  ],
);
