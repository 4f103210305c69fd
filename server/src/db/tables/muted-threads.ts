import { foreignKey, pgTable, primaryKey, uuid } from "../orm.ts";
import { createdAt, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** A thread whose new mail skips the inbox of its reader. */
export const mutedThreads = pgTable(
  "muted_threads",
  {
    tenantId: tenantOwned().tenantId,
    userId: uuid().notNull(),
    threadId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.threadId] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);
