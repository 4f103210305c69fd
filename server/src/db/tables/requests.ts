import { type ConnectedKind, requestStatuses, requestTypes } from "@intellibox/contract/rules/choices";
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { users } from "./users.ts";

/** What somebody asks an administrator of the own company for. */
export const requests = pgTable(
  "requests",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    type: text({ enum: requestTypes }).notNull(),
    status: text({ enum: requestStatuses }).notNull().default("Pending"),
    /** The colleague who is to be added. */
    colleague: jsonb().$type<{ name: string; email: string }>(),
    /** The mailbox that is to be connected, and when it was: an approval serves once. */
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
