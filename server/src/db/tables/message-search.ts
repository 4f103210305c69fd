import { boolean, customType, foreignKey, index, pgTable, primaryKey, sql, text, uuid } from "../orm.ts";
import { moment, tenantOwned } from "./columns.ts";
import { messages, storedFolders } from "./messages.ts";
import { personalFence } from "./policies.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * The search index of a message. Its owner writes it; only the search function reads it (see sql/mail.sql), because PostgreSQL does
 * not use the GIN index under row-level security.
 */
export const messageSearch = pgTable(
  "message_search",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    mailboxId: uuid().notNull(),
    folder: text({ enum: storedFolders }).notNull(),
    date: moment().notNull(),
    unread: boolean().notNull(),
    hasAttachment: boolean().notNull(),
    /** Deleted here, but not yet on its server. */
    isHidden: boolean().notNull().default(false),
    words: tsvector().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [messages.tenantId, messages.id] }).onDelete(
      "cascade",
    ),
    index("message_search_newest").on(table.tenantId, table.userId, table.date, table.id),
    index("message_search_unread").on(table.tenantId, table.userId, table.date, table.id).where(sql`${table.unread}`),
    ...personalFence(),
  ],
);
