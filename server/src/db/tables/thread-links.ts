import { foreignKey, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** The thread of a Message-ID. Also for messages that are only referred to, so that two answers to one share a thread. */
export const threadLinks = pgTable(
  "thread_links",
  {
    tenantId: tenantOwned().tenantId,
    userId: uuid().notNull(),
    messageId: text().notNull(),
    threadId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.messageId] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);
