import { index, integer, pgTable, sql, text, uniqueIndex } from "../orm.ts";
import { moment } from "./columns.ts";
import { personalOrShared, personalOrSharedRules } from "./personal-or-shared.ts";

/** Texts that are used again: of one person, or of the whole company. */
export const templates = pgTable(
  "templates",
  {
    ...personalOrShared(),
    name: text().notNull(),
    shortName: text().notNull().default(""),
    subject: text().notNull().default(""),
    bodyHtml: text().notNull(),
    snippet: text().notNull().default(""),
    usedCount: integer().notNull().default(0),
    lastUsedAt: moment(),
  },
  (table) => [
    uniqueIndex("templates_own_name")
      .on(table.tenantId, table.userId, sql`lower(${table.name})`)
      .where(sql`user_id is not null and removed_at is null`),
    uniqueIndex("templates_company_name")
      .on(table.tenantId, sql`lower(${table.name})`)
      .where(sql`user_id is null and removed_at is null`),
    index("templates_removed").on(table.removedAt).where(sql`removed_at is not null`),
    ...personalOrSharedRules(table),
  ],
);
