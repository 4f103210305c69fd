import type { FollowedUp } from "@intellibox/contract/endpoints/drafts";
import { tones } from "@intellibox/contract/rules/choices";
import { foreignKey, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "../orm.ts";
import { moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** Unsent mail that its writer can continue on any device. Only its writer can read it. */
export const drafts = pgTable(
  "drafts",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** `compose`, the Message-ID of the mail that it answers, or `forward:` and that of the mail that it forwards. */
    about: text().notNull(),
    version: text().notNull(),
    intent: text().notNull(),
    tone: text({ enum: tones }).notNull(),
    extra: text().notNull(),
    to: text().notNull(),
    cc: text().notNull().default(""),
    bcc: text().notNull().default(""),
    /** The mailbox that the writer chose to send from. Not a foreign key: it may be disconnected meanwhile. */
    mailboxId: uuid(),
    /** The alias of that mailbox to send from; empty for its own address. */
    alias: text().notNull().default(""),
    subject: text().notNull(),
    bodyHtml: text().notNull(),
    followsUp: jsonb().$type<FollowedUp>(),
    /** The message that is appended when the draft is sent. Not a foreign key, because messages come and go with every sync. */
    forward: uuid(),
    savedAt: moment().notNull(),
    /** The mailbox whose Drafts folder has a copy, its remote id there, and the version that it has. */
    copyMailboxId: uuid(),
    copyRemoteId: text(),
    copyVersion: text(),
    /** By which the mailbox recognizes the copy as it left it. */
    copyMark: text(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("drafts_one_about").on(table.tenantId, table.userId, table.about),
    ...personalFence(),
  ],
);
