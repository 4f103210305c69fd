import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** When a user gets the briefing by mail. Without a row they get none. */
export const briefingMails = pgTable(
  "briefing_mails",
  {
    tenantId: tenantOwned().tenantId,
    userId: uuid().notNull(),
    isOn: boolean().notNull(),
    /** The minute of the day in the time zone. */
    minute: integer().notNull(),
    /** 1 for Monday to 7 for Sunday. */
    days: integer().array().notNull(),
    timeZone: text().notNull(),
    nextAt: moment().notNull(),
    sentAt: moment(),
    /** Why the last one was not sent; empty if it was. */
    problem: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index("briefing_mails_due").on(table.nextAt),
    ...personalFence(),
  ],
);
