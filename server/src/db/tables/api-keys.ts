import type { KeyScope } from "@intellibox/contract/rules/key-scopes";
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";
import { users } from "./users.ts";

/** Keys for programs. Only the hash of a key is stored, and only `authenticate_program()` reads it. */
export const apiKeys = pgTable(
  "api_keys",
  {
    ...tenantOwned(),
    /** The person as whom it acts; null for a key of the company, which acts as itself. */
    userId: uuid(),
    name: text().notNull(),
    hash: text().notNull(),
    /** The first characters, by which a person recognises it. */
    hint: text().notNull(),
    scopes: text().array().$type<KeyScope[]>().notNull(),
    createdAt: createdAt(),
    /** The name of who made it. Not a foreign key, because a company's key outlives its maker. */
    createdBy: text().notNull(),
    expiresAt: moment(),
    /** To the minute. */
    lastUsedAt: moment(),
    lastUsedAddress: text().notNull().default(""),
    revokedAt: moment(),
    /** When the audit log recorded that it expired. */
    expiryNotedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex().on(table.hash),
    index().on(table.tenantId, table.userId),
    index().on(table.expiresAt),
    ...tenantFence(),
  ],
);
