import { suppressionKinds } from "@intellibox/contract/rules/mail-merge";
import { foreignKey, index, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** An address that gets no mail of a mail merge of this company any more. */
export const suppressions = pgTable(
  "suppressions",
  {
    tenantId: tenantOwned().tenantId,
    /** In lower case. */
    address: text().notNull(),
    kind: text({ enum: suppressionKinds }).notNull(),
    /** The answer of the mail server, or the words of the administrator. */
    note: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.address] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    index().on(table.tenantId, table.createdAt),
    ...tenantFence(),
  ],
);

/**
 * The unsubscribe link of one mail. Outlives the mail merge and its sender, because the mail stays in its reader's mailbox. The token
 * is random, and only its hash is stored.
 */
export const unsubscribeLinks = pgTable(
  "unsubscribe_links",
  {
    tenantId: tenantOwned().tenantId,
    hash: text().notNull(),
    address: text().notNull(),
    /** The recipient of the mail merge, as long as that exists. */
    recipientId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.hash] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    // A visitor has no company yet.
    index().on(table.hash),
    ...tenantFence(),
  ],
);
