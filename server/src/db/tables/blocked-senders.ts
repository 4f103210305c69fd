import { foreignKey, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** Senders whose new mail goes to Spam. */
export const blockedSenders = pgTable(
  "blocked_senders",
  {
    tenantId: tenantOwned().tenantId,
    userId: uuid().notNull(),
    /** In lower case. */
    address: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.address] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);
