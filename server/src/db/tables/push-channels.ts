import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { mailboxes } from "./mailboxes.ts";
import { personalFence } from "./policies.ts";

/** A provider's subscription that notifies us of changes in a mailbox. Has the same id as the mailbox. */
export const pushChannels = pgTable(
  "push_channels",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    kind: text({ enum: ["gmail", "outlook"] }).notNull(),
    /** The address in lower case: the only identification in Google's notifications. */
    account: text().notNull(),
    /** Microsoft's id of the subscription; null if there is none. */
    remoteId: text(),
    expiresAt: moment(),
    /** When to begin or renew it. `failures` counts failed attempts in a row. */
    renewAt: moment().notNull().defaultNow(),
    failures: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [mailboxes.tenantId, mailboxes.id] }).onDelete(
      "cascade",
    ),
    index().on(table.kind, table.account),
    index().on(table.renewAt),
    ...personalFence(),
  ],
);

/** A hash of an accepted notification, to ignore it if it comes again. */
export const pushNotices = pgTable(
  "push_notices",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    mailboxId: uuid().notNull(),
    digest: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.mailboxId],
      foreignColumns: [mailboxes.tenantId, mailboxes.id],
    }).onDelete("cascade"),
    uniqueIndex("push_notices_once").on(table.tenantId, table.mailboxId, table.digest),
    index().on(table.createdAt),
    ...personalFence(),
  ],
);
