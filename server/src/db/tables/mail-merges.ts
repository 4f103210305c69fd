import { leaveOutReasons, mergeStates } from "@intellibox/contract/rules/mail-merge";
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
import { personalFence, tenantFence } from "./policies.ts";
import { users } from "./users.ts";

/** A mail to many, as administrators may see it. Its text and its recipients are in tables of their own. */
export const mailMerges = pgTable(
  "mail_merges",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    state: text({ enum: mergeStates }).notNull().default("draft"),
    /** With its tokens. */
    subject: text().notNull().default(""),
    mailboxId: uuid(),
    fromAccount: text(),
    ratePerMinute: integer().notNull(),
    tracked: boolean().notNull().default(true),
    /** The time that its sender chose; null starts at once. */
    startAt: moment(),
    startedAt: moment(),
    finishedAt: moment(),
    /** Why it was paused, if its sender did not do it. */
    pausedReason: text(),
    /** Increases with every change of the draft's text and settings. */
    version: integer().notNull().default(1),
    /** The sender's recipients per hour, while the next batch waits for them. */
    waitsForHourly: integer(),
    /** When the next batch is due, by the database's clock; null if none is. */
    nextAt: moment(),
    /** Only outcomes from this position on can pause the run: earlier ones did so already. */
    watchedFrom: integer().notNull().default(0),
    leaseBy: uuid(),
    leaseUntil: moment(),
    createdAt: createdAt(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.userId, table.createdAt),
    index("mail_merges_due").on(table.nextAt).where(sql`${table.nextAt} is not null`),
    ...tenantFence(),
  ],
);

/** A line of the file that gives no recipient. */
export type MergeProblem = { line: number; address: string; reason: "malformed" | "doubled" | "wide" };

/** The text of a mail to many, which only its sender can read. Has the same id as the mail merge. */
export const mailMergeContents = pgTable(
  "mail_merge_contents",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    html: text().notNull().default(""),
    /** The names of the columns, in their order in the file. */
    columns: text().array().notNull().default(sql`'{}'`),
    addressColumn: text(),
    fileName: text(),
    problems: jsonb().$type<MergeProblem[]>().notNull().default([]),
    /** Token name → what is written for a recipient without that value. */
    fallbacks: jsonb().$type<Record<string, string>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.id],
      foreignColumns: [mailMerges.tenantId, mailMerges.id],
    }).onDelete("cascade"),
    ...personalFence(),
  ],
);

/** `accepted`: it is a mail of the outbox now, whose log has the outcome. `failed`: no mail could be made of it. */
export const recipientStates = ["waiting", "accepted", "left_out", "failed"] as const;

export const mailMergeRecipients = pgTable(
  "mail_merge_recipients",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    mergeId: uuid().notNull(),
    /** From 0, in the order of sending. */
    position: integer().notNull(),
    /** The line of the file; null if the recipient was typed. */
    line: integer(),
    /** In lower case. */
    address: text().notNull(),
    values: jsonb().$type<Record<string, string>>().notNull(),
    state: text({ enum: recipientStates }).notNull().default("waiting"),
    leftOut: text({ enum: leaveOutReasons }),
    /** Why no mail could be made. */
    error: text(),
    /** The mail's id in the outbox and in the log, and its Message-ID. */
    logId: uuid(),
    messageId: text(),
    unsubscribedAt: moment(),
    repliedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.mergeId],
      foreignColumns: [mailMerges.tenantId, mailMerges.id],
    }).onDelete("cascade"),
    uniqueIndex("mail_merge_recipients_position").on(table.tenantId, table.mergeId, table.position),
    // In this order, because a report of a mail server names only the address.
    uniqueIndex("mail_merge_recipients_address").on(table.tenantId, table.address, table.mergeId),
    index("mail_merge_recipients_waiting")
      .on(table.tenantId, table.mergeId, table.position)
      .where(sql`${table.state} = 'waiting'`),
    index("mail_merge_recipients_message_id")
      .on(table.tenantId, table.userId, table.messageId)
      .where(sql`${table.messageId} is not null`),
    index("mail_merge_recipients_log_id").on(table.tenantId, table.logId).where(sql`${table.logId} is not null`),
    ...personalFence(),
  ],
);
