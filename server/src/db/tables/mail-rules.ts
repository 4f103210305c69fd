import type { RuleAction, RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import { ruleOutcomes, ruleStates } from "@intellibox/contract/rules/mail-rules";
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
import type { StateBefore } from "./mail-actions.ts";
import { messages } from "./messages.ts";
import { personalOrShared, personalOrSharedRules } from "./personal-or-shared.ts";
import { personalFence, tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";
import { users } from "./users.ts";

/** A rule for incoming mail, of one person or of the whole company. */
export const mailRules = pgTable(
  "mail_rules",
  {
    ...personalOrShared(),
    name: text().notNull(),
    mailboxIds: uuid().array().notNull().default([]),
    match: text({ enum: ["all", "any"] }).notNull(),
    /** `when` and `unless` of the contract. */
    conditions: jsonb().$type<RuleCondition[]>().notNull(),
    exceptions: jsonb().$type<RuleCondition[]>().notNull(),
    actions: jsonb().$type<RuleAction[]>().notNull(),
    /** Of the person who saved it, for its snoozes. */
    timeZone: text().notNull().default("UTC"),
    /** The fewest days of its conditions about unread mail, so that a job finds such rules; null if it has none. */
    unreadDays: integer(),
    state: text({ enum: ruleStates }).notNull(),
    pausedReason: text(),
    /** Since when it acts, as it is now. Mail that was received before is not touched by itself. */
    activeSince: moment().notNull().defaultNow(),
    position: integer().notNull(),
    /** Failed actions in a row. */
    failures: integer().notNull().default(0),
  },
  (table) => [
    index("mail_rules_in_order").on(table.tenantId, table.userId, table.position),
    index("mail_rules_by_age").on(table.tenantId, table.unreadDays).where(sql`${table.unreadDays} is not null`),
    index("mail_rules_removed").on(table.removedAt).where(sql`${table.removedAt} is not null`),
    ...personalOrSharedRules(table),
  ],
);

/** Permissions that the administrators of a company give to rules. Without a row, none is given. */
export const mailRuleSettings = pgTable(
  "mail_rule_settings",
  {
    tenantId: uuid().primaryKey(),
    templateReplies: boolean().notNull().default(false),
    webhooks: boolean().notNull().default(false),
    /** Addresses, and domains as "@example.com". */
    forwardTo: text().array().notNull().default([]),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    ...tenantFence(),
  ],
);

/** A message that the rules have not seen yet. Has the same id as the message. */
export const mailRuleQueue = pgTable(
  "mail_rule_queue",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** Only rules about mail that stays unread look at it: it has become old enough for one of them. */
    isAged: boolean().notNull().default(false),
    /** When its server received it. */
    receivedAt: moment().notNull(),
    attempts: integer().notNull().default(0),
    nextAt: moment().notNull().defaultNow(),
    leaseBy: uuid(),
    leaseUntil: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id, table.isAged] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [messages.tenantId, messages.id] }).onDelete(
      "cascade",
    ),
    index("mail_rule_queue_due").on(table.nextAt),
    index("mail_rule_queue_of_user").on(table.tenantId, table.userId, table.nextAt),
    ...personalFence(),
  ],
);

/** A condition that a mail fulfilled, and what showed it. */
export type RuleHit = { condition: RuleCondition; value?: string; reason?: string };

/** The state of a message before or after an action: only what the action changed. */
export type RuleMailState = Omit<StateBefore, "id" | "wasShown" | "snoozedUntil"> & {
  important?: boolean;
  /** Null if it was not snoozed. */
  snoozedUntil?: string | null;
};

/** An action that a rule took on a mail, and its outcome. */
export const mailRuleRuns = pgTable(
  "mail_rule_runs",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** Not a foreign key: the history stays when the rule is deleted. */
    ruleId: uuid().notNull(),
    ruleName: text().notNull(),
    isShared: boolean().notNull(),
    /** Does not change if the mail comes again with another id, because its folder was renumbered or it was moved away and back. */
    mailKey: text().notNull(),
    /** Not a foreign key: the history stays when the mail is gone. */
    messageId: uuid().notNull(),
    mailboxId: uuid().notNull(),
    sender: text().notNull(),
    subject: text().notNull(),
    date: moment().notNull(),
    /** The place of the action in the rule. */
    actionIndex: integer().notNull(),
    action: jsonb().$type<RuleAction>().notNull(),
    hits: jsonb().$type<RuleHit[]>().notNull(),
    outcome: text({ enum: ruleOutcomes }).notNull(),
    error: text(),
    before: jsonb().$type<RuleMailState>(),
    after: jsonb().$type<RuleMailState>(),
    /** Of an action that is carried out later. */
    attempts: integer().notNull().default(0),
    nextAt: moment(),
    leaseBy: uuid(),
    leaseUntil: moment(),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("mail_rule_runs_once").on(table.tenantId, table.userId, table.ruleId, table.mailKey, table.actionIndex),
    index("mail_rule_runs_of_user").on(table.tenantId, table.userId, table.at, table.id),
    index("mail_rule_runs_of_rule").on(table.tenantId, table.userId, table.ruleId, table.at),
    index("mail_rule_runs_of_message").on(table.tenantId, table.userId, table.messageId),
    index("mail_rule_runs_due").on(table.nextAt).where(sql`${table.nextAt} is not null`),
    index("mail_rule_runs_by_age").on(table.at),
    ...personalFence(),
  ],
);

/** Answers of the assistant to the question of a condition about a message, so that each is asked once. */
export const mailRuleAnswers = pgTable(
  "mail_rule_answers",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** A hash of the question. */
    question: text().notNull(),
    isYes: boolean().notNull(),
    reason: text().notNull(),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id, table.question] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [messages.tenantId, messages.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);

/** Templates that rules sent: to each sender one a day. */
export const mailRuleReplies = pgTable(
  "mail_rule_replies",
  {
    tenantId: uuid().notNull(),
    userId: uuid().notNull(),
    /** In lower case. */
    address: text().notNull(),
    /** In UTC, as 2026-01-31. */
    day: text().notNull(),
    threadId: uuid().notNull(),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.address, table.day] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index("mail_rule_replies_of_thread").on(table.tenantId, table.userId, table.threadId),
    index("mail_rule_replies_by_age").on(table.at),
    ...personalFence(),
  ],
);

/** The secret with which the webhooks of a user are signed. Has the user's id. */
export const mailRuleSecrets = pgTable(
  "mail_rule_secrets",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    secretSealed: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    ...personalFence(),
  ],
);
