import type { NewProposal } from "@intellibox/contract/endpoints/proposals";
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** An action that a program asks its user to allow. Only that user sees it. */
export const proposals = pgTable(
  "proposals",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** The name of the key that proposed it, at that time. */
    keyName: text().notNull(),
    content: jsonb().$type<NewProposal>().notNull(),
    state: text({ enum: ["waiting", "accepted", "declined"] })
      .notNull()
      .default("waiting"),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    decidedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.userId, table.state),
    index().on(table.expiresAt),
    ...personalFence(),
  ],
);
