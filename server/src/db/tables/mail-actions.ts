import { mailActions as names } from "@intellibox/contract/endpoints/actions";
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** A message before an action: only what the action changes. */
export type StateBefore = {
  id: string;
  unread?: boolean;
  starred?: boolean;
  /** The folders that it was in. */
  folderIds?: string[];
  /** It was snoozed until then, which filing it ended. */
  snoozedUntil?: string;
  /** It was not deleted. */
  wasShown?: true;
};

/** An action of a user on messages, kept while it can be undone. */
export const mailActions = pgTable(
  "mail_actions",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    action: text({ enum: names }).notNull(),
    before: jsonb().$type<StateBefore[]>().notNull(),
    createdAt: createdAt(),
    undoneAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index("mail_actions_of_user").on(table.tenantId, table.userId, table.createdAt),
    ...personalFence(),
  ],
);
