import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { mailboxes } from "./mailboxes.ts";
import { personalFence } from "./policies.ts";

/** A provider tells us of changes in a mailbox: by what name, and until when. Its id is its mailbox's. */
export const pushChannels = pgTable(
  "push_channels",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    kind: text({ enum: ["gmail", "outlook"] }).notNull(),
    /** The account's address in lower case: all that Google says of whose change it is. */
    account: text().notNull(),
    /** The subscription's id at Microsoft; null where there is none, or none any more. */
    remoteId: text(),
    expiresAt: moment(),
    /** When it is to be begun or prolonged, and how often that has failed in a row. */
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

/** A notification that was taken, as a digest: the same one again is refused. */
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
