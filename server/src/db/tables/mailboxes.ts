import type { MailboxAlias } from "@intellibox/contract/endpoints/mailbox-aliases";
import { addressProofs, mailboxStatuses } from "@intellibox/contract/endpoints/mailboxes";
import { mailboxKinds } from "@intellibox/contract/rules/choices";
import { leftFaults, mailboxColors } from "@intellibox/contract/rules/mailbox-settings";
import { senderKinds } from "@intellibox/contract/rules/prepared-drafts";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
} from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { users } from "./users.ts";

/** Increase it, with a migration, whenever the tokenizer changes (lib/tokenize.ts, outside/mime/mail-words.ts). */
export const wordsVersion = 4;

/** A hash of the code, its expiry in milliseconds, and the wrong codes that were typed. */
export type AliasCode = { hash: string; until: number; tries: number };

/** Ids of a message and of the folders that it was put into and taken out of. */
export type BegunMove = { messageId: string; add: string[]; remove: string[] };

/** A connected mailbox: its login, its sync state and its leases. */
export const mailboxes = pgTable(
  "mailboxes",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    kind: text({ enum: mailboxKinds }).notNull(),
    /** The address of the mailbox, shown to its owner. */
    email: text().notNull(),
    /** Given by its owner, and shown in place of the address. */
    name: text().notNull().default(""),
    color: text({ enum: mailboxColors }),
    host: text().notNull().default(""),
    port: integer().notNull().default(0),
    secure: boolean().notNull().default(true),
    username: text().notNull().default(""),
    /** Sign in even if the server offers no encryption. */
    allowPlain: boolean().notNull().default(false),
    /** The server's certificate in PEM, if the user trusted it by hand; then no other is accepted. */
    trustedCertificate: text(),
    /** Sealed for this row: a password, or the tokens of an OAuth mailbox. Null for a revoked OAuth grant. */
    passwordSealed: text(),
    /** IMAP: the folder that is synced as the inbox. */
    folder: text().notNull().default("INBOX"),
    /** POP3: whether mail stays on the server. */
    leaveOnServer: boolean().notNull().default(true),

    /** Why mail may be sent from `email`, if it is not the user's own address; null if it may not. */
    addressProof: text({ enum: addressProofs }),
    /** A hash of the code that was mailed to `email`, and its expiry. */
    proofCodeHash: text(),
    proofCodeUntil: moment(),
    proofTries: integer().notNull().default(0),
    /** Other addresses that mail may leave from, if they are confirmed. */
    aliases: jsonb().$type<MailboxAlias[]>().notNull().default([]),
    /** The codes that were mailed to aliases, by their address. */
    aliasCodes: jsonb().$type<Record<string, AliasCode>>().notNull().default({}),
    /** When the aliases were last read from its provider. */
    aliasesReadAt: moment(),

    status: text({ enum: mailboxStatuses }).notNull().default("connected"),
    /** Failed syncs in a row. */
    failures: integer().notNull().default(0),
    lastError: text(),
    lastSyncAt: moment(),
    /** When the next scheduled sync is due. */
    nextSyncAt: moment().notNull().defaultNow(),
    /** Paused by its owner: it is neither synced nor watched. A request waits in `wanted_at`. */
    isPaused: boolean().notNull().default(false),
    /** Minutes between two automatic syncs; null for the default of its kind. */
    syncMinutes: integer(),
    /** Its server may announce new mail: a watch or a push channel is kept. */
    wantsPush: boolean().notNull().default(true),
    /** Larger attachments stay on its server until they are opened. */
    leavesFiles: boolean().notNull().default(false),
    /** Its owner deletes mail for good, and not into the trash. */
    deletesForGood: boolean().notNull().default(false),
    /** The sender's name on mail from it; null for its owner's. */
    fromName: text(),
    /** The signature of mail from it; null for its owner's, empty for none. */
    signatureHtml: text(),
    /** New mail of its owner starts from it. */
    isDefaultSender: boolean().notNull().default(false),
    /** The provider's cursor; null before the first sync. */
    cursor: text(),
    hasOlder: boolean().notNull().default(false),
    /** How far back mail is loaded by itself: days, 0 for all, null for the installation's default. */
    historyDays: integer(),
    /** All mail of that time is here. */
    isHistoryDone: boolean().notNull().default(false),
    /** How far back the stored mail reaches, for the progress. */
    historyBackTo: moment(),
    /** Drafts that are written here are kept in its Drafts folder, too. */
    keepsDrafts: boolean().notNull().default(false),
    /** Whose new mail gets a prepared draft, and since when; none and null if that is off. */
    preparesFor: text({ enum: senderKinds }).array().notNull().default([]),
    preparesSince: moment(),
    /** About how much older mail its server has that the cursor has not chosen yet; null if it does not tell. */
    olderCount: integer(),
    /** Why attachments that were left on its server could not be fetched in the background; null if they could. */
    leftFault: text({ enum: leftFaults }),
    /** How many messages the cursor has chosen that are not stored yet. Also set while no sync runs, if one was cut short. */
    remaining: integer().notNull().default(0),
    /** Maintained by a trigger: messages outside of the trash, those in the inbox, and the unread ones in the inbox. */
    messageCount: integer().notNull().default(0),
    inboxCount: integer().notNull().default(0),
    unreadCount: integer().notNull().default(0),

    /** The version of the tokenizer that indexed its mail. An older version is indexed again. */
    wordsVersion: integer().notNull().default(wordsVersion),

    /** 0: its messages have no rows in `message_folders` yet, because an earlier version stored them. */
    placesVersion: integer().notNull().default(0),

    /** A move that its server was asked for, until the result is stored. It says what a killed process may have done. */
    begunMove: jsonb().$type<BegunMove>(),

    /** Its owner asked for a resync from scratch, which has not begun. */
    resyncWantedAt: moment(),
    /** A sync was requested and has not begun. `wantedOlder` asks for that many older messages too. */
    wantedAt: moment(),
    wantedOlder: integer(),
    /** The lease of the sync, by the database's clock. */
    leaseBy: uuid(),
    leaseUntil: moment(),
    /** The lease of the token renewal. */
    renewBy: uuid(),
    renewUntil: moment(),
    /** The lease of the watch. */
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
    uniqueIndex("mailboxes_default_sender").on(table.tenantId, table.userId).where(sql`${table.isDefaultSender}`),
    index("mailboxes_due").on(table.nextSyncAt),
    index("mailboxes_wanted").on(table.wantedAt).where(sql`${table.wantedAt} is not null`),
    // For the leases of processes that died, which are looked for every few seconds.
    index("mailboxes_leased").on(table.leaseUntil).where(sql`${table.leaseUntil} is not null`),
    index("mailboxes_watchable").on(table.watchUntil).where(sql`${table.kind} = 'imap'`),
    ...personalFence(),
  ],
);
