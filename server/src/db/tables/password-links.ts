import { passwordLinkKinds } from "@intellibox/contract/endpoints/account";
import { foreignKey, index, pgTable, text, uuid } from "../orm.ts";
import { createdAt, moment } from "./columns.ts";
import { platformOnly } from "./policies.ts";
import { users } from "./users.ts";

/** Mailed links to choose a password. Stored as hashes, which cannot be used to sign in. */
export const passwordLinks = pgTable(
  "password_links",
  {
    hash: text().primaryKey(),
    kind: text({ enum: passwordLinkKinds }).notNull(),
    tenantId: uuid().notNull(),
    userId: uuid().notNull(),
    /** The name of the person who requested it, at that time. */
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
