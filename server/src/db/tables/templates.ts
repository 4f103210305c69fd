import { foreignKey, index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalOrSharedFence } from "./policies.ts";
import { tenants } from "./tenants.ts";
import { users } from "./users.ts";

/** Texts that are used again: of one person, or of the whole company. */
export const templates = pgTable(
  "templates",
  {
    ...tenantOwned(),
    /** Null for a template of the company. */
    userId: uuid(),
    name: text().notNull(),
    shortName: text().notNull().default(""),
    subject: text().notNull().default(""),
    bodyHtml: text().notNull(),
    snippet: text().notNull().default(""),
    version: integer().notNull().default(1),
    usedCount: integer().notNull().default(0),
    lastUsedAt: moment(),
    createdAt: createdAt(),
    updatedAt: moment().notNull().defaultNow(),
    /** When it was deleted. It can be restored until the hourly job removes it. */
    removedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("templates_own_name")
      .on(table.tenantId, table.userId, sql`lower(${table.name})`)
      .where(sql`user_id is not null and removed_at is null`),
    uniqueIndex("templates_company_name")
      .on(table.tenantId, sql`lower(${table.name})`)
      .where(sql`user_id is null and removed_at is null`),
    index("templates_removed").on(table.removedAt).where(sql`removed_at is not null`),
    ...personalOrSharedFence(),
  ],
);
