import { roles } from "@intellibox/contract/rules/access";
import { defaultFollowUp, imagesPolicies, tones, userStatuses } from "@intellibox/contract/rules/choices";
import { defaultUndoSeconds } from "@intellibox/contract/rules/limits";
import { languageCodes } from "@intellibox/contract/text/language";
import { boolean, check, foreignKey, index, pgTable, primaryKey, smallint, sql, text, unique } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

export const users = pgTable(
  "users",
  {
    ...tenantOwned(),
    name: text().notNull(),
    /** In lower case. Unique within a company only, so that a company learns nothing about the users of others. */
    email: text().notNull(),
    roleCode: text({ enum: roles }).notNull().default("NORMAL_USER"),
    status: text({ enum: userStatuses }).notNull().default("Active"),
    passwordHash: text().notNull(),
    /** Of several accounts with the same address and password, a sign-in opens the one where it was set last. */
    passwordSetAt: moment().notNull().defaultNow(),
    mustChangePassword: boolean().notNull().default(false),
    /**
     * When the mail was closed, because another person set the password. Cleared when the user opens a mailed link, when the owner
     * company releases the mail, or when the password is replaced while the account holds no mail.
     */
    mailClosedAt: moment(),
    signatureHtml: text().notNull().default(""),
    undoSeconds: smallint().notNull().default(defaultUndoSeconds),
    /** Reply writes to all recipients of a mail, and not to its sender only. */
    repliesToAll: boolean().notNull().default(false),
    /** Forward attaches a mail as a file, and does not quote it. */
    forwardsAsFile: boolean().notNull().default(false),
    imagesPolicy: text({ enum: imagesPolicies }).notNull().default("ask"),
    /** New mail starts with tracking. */
    tracksMail: boolean().notNull().default(true),
    /** After how many days new mail is followed up; null for not. */
    followUpDays: smallint().default(Number(defaultFollowUp)),
    /** The tone that the assistant writes new drafts in. */
    tone: text({ enum: tones }).notNull().default("professional"),
    /** One-click replies are offered below a message. */
    offersReplies: boolean().notNull().default(true),
    /** The language of the screens and of mails from the server; null follows the browser. */
    language: text({ enum: languageCodes }),
    /** Whether the user has a second factor: an authenticator app or a passkey. */
    hasFactor: boolean().notNull().default(false),
    /** Null until the user has signed in for the first time since this is recorded. */
    lastSignInAt: moment(),
    /** When the user put away the list of first steps. */
    firstStepsDismissedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    index().on(table.id),
    unique("users_email_in_company").on(table.tenantId, table.email),
    // For sign-in, which does not know the company yet.
    index("users_email").on(table.email),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    check("users_undo_seconds", sql`${table.undoSeconds} between 0 and 30`),
    ...tenantFence(),
  ],
);
