import { pgTable, primaryKey, sql, uuid } from "../orm.ts";
import { tenantOwned } from "./columns.ts";
import { platformOnly } from "./policies.ts";

/**
 * One row for each of the latest transactions that changed what a person's lists of mail show. Together they say whether a list that
 * somebody has is still the same. Written by triggers (`sql/mail.sql`), without a row that two transactions would have to lock: a
 * foreign key to the person would make mail wait for changes of the account, and deadlock with its removal. A trigger removes them.
 */
export const mailChanges = pgTable(
  "mail_changes",
  {
    tenantId: tenantOwned().tenantId,
    userId: uuid().notNull(),
    /** Random, so that no two states of a person's rows are alike. */
    id: uuid().notNull().default(sql`gen_random_uuid()`),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.id] }), ...platformOnly()],
);
