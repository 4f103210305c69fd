import type { VoiceEdits, VoiceFacts } from "@intellibox/contract/rules/voice";
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, sql, uuid } from "../orm.ts";
import { moment } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** How a user writes, learned from their sent mail. Without a row nothing was looked at yet. Only its owner can read it. */
export const voices = pgTable(
  "voices",
  {
    tenantId: uuid().notNull(),
    userId: uuid().notNull(),
    isOn: boolean().notNull().default(true),
    /** Null if there is too little sent mail, or if the user erased it. */
    facts: jsonb().$type<VoiceFacts>(),
    edits: jsonb().$type<VoiceEdits>().notNull().default({}),
    learnedAt: moment(),
    /** The mails with own words that it was learned from, or that were found if they are too few. */
    mails: integer().notNull().default(0),
    /** When it is learned again. */
    nextAt: moment().notNull().defaultNow(),
    /** Since when it is being learned; null if it is not. */
    learningSince: moment(),
    /** Counts erasures, so that a job that began before one stores nothing. */
    version: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index("voices_due").on(table.nextAt).where(sql`${table.isOn}`),
    ...personalFence(),
  ],
);
