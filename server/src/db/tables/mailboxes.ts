import { addressProofs, mailboxStatuses } from "@intellibox/contract/endpoints/mailboxes";
import { mailboxKinds } from "@intellibox/contract/rules/choices";
import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** Raised whenever words are read in another way (lib/tokenize.ts, outside/mime/mail-words.ts), with a migration. */
export const wordsVersion = 3;

/** A mailbox that its owner connected: how to get in, how far it is synced, and who is at it. */
export const mailboxes = pgTable(
  "mailboxes",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    kind: text({ enum: mailboxKinds }).notNull(),
    /** What its owner calls it: the account's address. */
    email: text().notNull(),
    host: text().notNull().default(""),
    port: integer().notNull().default(0),
    secure: boolean().notNull().default(true),
    username: text().notNull().default(""),
    /** Sign in also where the server offers no encryption. */
    allowPlain: boolean().notNull().default(false),
    /** The server's own certificate, as PEM, where a person has trusted it: no other is accepted. */
    trustedCertificate: text(),
    /** Sealed; opens only in its row. A password, or the tokens of an OAuth account; null there: its grant was revoked. */
    passwordSealed: text(),
    /** IMAP: the folder that is the inbox. */
    folder: text().notNull().default("INBOX"),
    /** POP3: mail stays on the server. */
    leaveOnServer: boolean().notNull().default(true),

    /** Why mail may leave as `email`, besides being the user's own address; null: it may not. */
    addressProof: text({ enum: addressProofs }),
    /** A hash of the code that was mailed to `email`, and until when it serves. */
    proofCodeHash: text(),
    proofCodeUntil: moment(),
    proofTries: integer().notNull().default(0),

    status: text({ enum: mailboxStatuses }).notNull().default("connected"),
    /** Failed syncs in a row. */
    failures: integer().notNull().default(0),
    lastError: text(),
    lastSyncAt: moment(),
    /** When it is synced by itself. */
    nextSyncAt: moment().notNull().defaultNow(),
    /** The provider's bookmark; null before the first sync. */
    cursor: text(),
    hasOlder: boolean().notNull().default(false),
    /** Messages that the sync under way will still bring. */
    remaining: integer().notNull().default(0),
    /** Kept by a trigger: what is not in the trash, what of that is in the inbox, and what of the inbox is unread. */
    messageCount: integer().notNull().default(0),
    inboxCount: integer().notNull().default(0),
    unreadCount: integer().notNull().default(0),

    /** How the words that its mail is found by were read; older ones are read anew. */
    wordsVersion: integer().notNull().default(wordsVersion),

    /** Somebody asked for a sync that has not begun; with a number, for so much older mail too. */
    wantedAt: moment(),
    wantedOlder: integer(),
    /** Which process syncs it, and until when that is believed, by the database's clock. */
    leaseBy: uuid(),
    leaseUntil: moment(),
    /** Which process renews its tokens, so that no other does at the same time. */
    renewBy: uuid(),
    renewUntil: moment(),
    /** Which process listens to it. */
    watchBy: uuid(),
    watchUntil: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("mailboxes_once").on(
      table.tenantId,
      table.userId,
      table.kind,
      table.host,
      table.username,
      table.folder,
    ),
    index("mailboxes_due").on(table.nextSyncAt),
    index("mailboxes_wanted").on(table.wantedAt).where(sql`${table.wantedAt} is not null`),
    index("mailboxes_watchable").on(table.watchUntil).where(sql`${table.kind} = 'imap'`),
    ...personalFence(),
  ],
);
