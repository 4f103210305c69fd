import { foreignKey, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** Senders whose remote pictures a user has allowed. */
export const imageSenders = pgTable(
  "image_senders",
  { tenantId: tenantOwned().tenantId, userId: uuid().notNull(), address: text().notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.address] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);
