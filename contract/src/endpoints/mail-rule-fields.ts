import { z } from "zod";
import { emailAddress, id, line, requiredLine, text, wholeNumber } from "../fields.ts";
import {
  attachmentTypes,
  mailKinds,
  maxActions,
  maxConditions,
  maxConditionValues,
  plainActions,
  ruleLanguages,
  ruleSnoozes,
  textFields,
  textTests,
} from "../rules/mail-rules.ts";
import { t } from "../text/t.ts";

/** One question about a mail. With several values or kinds, one of them is enough. */
export const ruleCondition = z.discriminatedUnion(
  "field",
  [
    z.strictObject({
      field: z.enum(textFields),
      test: z.enum(textTests),
      values: z
        .array(requiredLine(t("Text"), 200))
        .min(1, t("Enter what to look for"))
        .max(maxConditionValues, t("Too many texts in one condition")),
    }),
    z.strictObject({ field: z.literal("attachment"), type: z.enum(attachmentTypes) }),
    z.strictObject({
      field: z.literal("size"),
      test: z.enum(["over", "under"]),
      kilobytes: wholeNumber(t("Size"), 1, 100_000),
    }),
    /** Still unread so many days after it arrived. A rule with this condition runs every hour too, not only on new mail. */
    z.strictObject({ field: z.literal("unreadDays"), days: wholeNumber(t("Days"), 1, 365) }),
    z.strictObject({
      field: z.literal("kind"),
      kinds: z.array(z.enum(mailKinds)).min(1, t("Choose at least one kind of mail")).max(mailKinds.length),
    }),
    z.strictObject({
      field: z.literal("language"),
      languages: z.array(z.enum(ruleLanguages)).min(1, t("Choose at least one language")).max(ruleLanguages.length),
    }),
    /** As its sender marked it, or a rule before this one. */
    z.strictObject({ field: z.literal("importance"), important: z.boolean() }),
    /** The sender is in People or a colleague. */
    z.strictObject({ field: z.literal("knownSender"), known: z.boolean() }),
    /** Judged by the company's model, or by the built-in engine. */
    z.strictObject({ field: z.literal("assistant"), question: requiredLine(t("Question"), 300) }),
  ],
  t("There is no such condition"),
);
export type RuleCondition = z.output<typeof ruleCondition>;

const folderName = requiredLine(t("Folder"), 200);

export const ruleAction = z.discriminatedUnion(
  "do",
  [
    z.strictObject({ do: z.enum(plainActions) }),
    /** By name, because each mailbox has folders of its own. It is created if it is missing. */
    z.strictObject({ do: z.literal("label"), folder: folderName }),
    z.strictObject({ do: z.literal("move"), folder: folderName }),
    z.strictObject({ do: z.literal("snooze"), until: z.enum(ruleSnoozes) }),
    z.strictObject({ do: z.literal("forward"), to: emailAddress }),
    /** Writes a draft with the assistant. It never sends. */
    z.strictObject({ do: z.literal("draftReply"), intent: line(t("What the reply says"), 500).default("") }),
    z.strictObject({ do: z.literal("sendTemplate"), templateId: id }),
    /** Adds the actions of the mail to the plan with this name, under Summaries. */
    z.strictObject({ do: z.literal("addToPlan"), plan: requiredLine(t("Plan"), 100) }),
    z.strictObject({
      do: z.literal("webhook"),
      url: line(t("Web address"), 2000).regex(/^https:\/\/\S+$/i, {
        error: () => t("The web address must begin with https://"),
      }),
    }),
  ],
  t("There is no such action"),
);
export type RuleAction = z.output<typeof ruleAction>;

const tooManyConditions = { error: () => t("A rule has at most {maxConditions} conditions", { maxConditions }) };

/** The part of a rule that a person writes. */
export const ruleContent = z.strictObject({
  name: requiredLine(t("Name"), 100),
  /** Empty for all mailboxes. Always empty for a rule of the company. */
  mailboxIds: z.array(id).max(100).default([]),
  /** Whether `when` needs all of its conditions or one of them. */
  match: z.enum(["all", "any"]).default("all"),
  when: z.array(ruleCondition).min(1, t("Add at least one condition")).max(maxConditions, tooManyConditions),
  /** The rule leaves mail alone that fulfils one of these. */
  unless: z.array(ruleCondition).max(maxConditions, tooManyConditions).default([]),
  actions: z
    .array(ruleAction)
    .min(1, t("Add at least one action"))
    .max(maxActions, {
      error: () => t("A rule has at most {maxActions} actions", { maxActions }),
    }),
});
export type RuleContent = z.output<typeof ruleContent>;

/** A sentence from which a rule is made. */
export const ruleSentence = text(t("Sentence"), 500).trim().min(1, t("Write what the rule should do"));
