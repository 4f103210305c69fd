import { unsubscribeMethods } from "@intellibox/contract/rules/unsubscribe";
import { foreignKey, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** The lists that a user has left. */
export const unsubscriptions = pgTable(
  "unsubscriptions",
  {
    tenantId: tenantOwned().tenantId,
    userId: uuid().notNull(),
    /** The List-Id, else the sender's address, in lower case. */
    list: text().notNull(),
    method: text({ enum: unsubscribeMethods }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.list] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);
