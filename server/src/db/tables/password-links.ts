import { passwordLinkKinds } from "@intellibox/contract/endpoints/account";
import { foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns.ts";
import { platformOnly } from "./policies.ts";
import { users } from "./users.ts";

/** Links in mail by which somebody chooses a password. Only hashes: what is found here opens nothing. */
export const passwordLinks = pgTable(
  "password_links",
  {
    hash: text().primaryKey(),
    kind: text({ enum: passwordLinkKinds }).notNull(),
    tenantId: uuid().notNull(),
    userId: uuid().notNull(),
    /** Who asked for it, as they were called then. */
    byName: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.userId),
    index().on(table.expiresAt),
    ...platformOnly(),
  ],
);
