import { accountNoticeKinds } from "@intellibox/contract/endpoints/account";
import { foreignKey, index, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { users } from "./users.ts";

/** A notice of what another person did to a user's account, shown to that user until it is dismissed. */
export const accountNotices = pgTable(
  "account_notices",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    kind: text({ enum: accountNoticeKinds }).notNull(),
    /** The actor's name and address at that time. */
    byName: text().notNull(),
    byEmail: text().notNull(),
    /** The actor's IP address. */
    address: text().notNull().default(""),
    reason: text().notNull().default(""),
    at: createdAt(),
    dismissedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.userId),
    ...tenantFence(),
  ],
);
