import { type ConnectedKind, requestStatuses, requestTypes } from "@intellibox/contract/rules/choices";
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { users } from "./users.ts";

/** A user's request to an administrator of their company. */
export const requests = pgTable(
  "requests",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    type: text({ enum: requestTypes }).notNull(),
    status: text({ enum: requestStatuses }).notNull().default("Pending"),
    /** The colleague to add. */
    colleague: jsonb().$type<{ name: string; email: string }>(),
    /** The mailbox to connect. `usedAt` is set when it was connected, because an approval works once. */
    mailbox: jsonb().$type<{ kind: ConnectedKind; email: string }>(),
    usedAt: moment(),
    note: text().notNull().default(""),
    createdAt: createdAt(),
    decidedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.createdAt),
    index().on(table.tenantId, table.userId, table.createdAt),
    ...tenantFence(),
  ],
);
