import { type AnyPgColumn, foreignKey, integer, primaryKey, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalOrSharedFence } from "./policies.ts";
import { tenants } from "./tenants.ts";
import { users } from "./users.ts";

/** Columns of what a person or the whole company has, can change, and can restore after it was deleted. */
export const personalOrShared = () => ({
  ...tenantOwned(),
  /** Null: of the company. */
  userId: uuid(),
  version: integer().notNull().default(1),
  createdAt: createdAt(),
  updatedAt: moment().notNull().defaultNow(),
  /** When it was deleted. It can be restored until the hourly job removes it. */
  removedAt: moment(),
});

type Owned = { tenantId: AnyPgColumn; id: AnyPgColumn; userId: AnyPgColumn };

/** Its keys and its fence. It is deleted with its person and its company. */
export const personalOrSharedRules = (table: Owned) => [
  primaryKey({ columns: [table.tenantId, table.id] }),
  foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
  foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
    "cascade",
  ),
  ...personalOrSharedFence(),
];
