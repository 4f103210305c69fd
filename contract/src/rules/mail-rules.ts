// The words and limits of mail rules: what a rule can ask about a mail, and what it can do with it.
import { t } from "../text/t.ts";

/** The most rules that one person has, and the most that a company has. */
export const maxRules = 100;
/** Conditions in `when`, and in `unless`. */
export const maxConditions = 20;
/** Texts that one condition looks for. */
export const maxConditionValues = 50;
export const maxActions = 10;
/** The most mails that a rule is tried on or run on at once. */
export const maxTriedMails = 500;
/** A rule that acts on more mails in a minute is paused. */
export const maxRuleMailsPerMinute = 200;
/** How long what a rule did can be undone. */
export const ruleUndoDays = 30;

/** `watch`: it proposes what it would do, and its owner applies it. `paused`: the product stopped it and says why. */
export const ruleStates = ["off", "watch", "on", "paused"] as const;
export type RuleState = (typeof ruleStates)[number];

/** Fields that are compared with texts. `recipient` is To or Cc; `list` is the List-Id of a mailing list. */
export const textFields = ["from", "to", "cc", "recipient", "list", "subject", "body"] as const;
export type TextField = (typeof textFields)[number];

/** Case, width and accents do not matter. `domain` compares the part of an address after "@", with its subdomains. */
export const textTests = ["contains", "is", "begins", "ends", "domain"] as const;
export type TextTest = (typeof textTests)[number];

export const attachmentTypes = [
  "any",
  "pdf",
  "document",
  "spreadsheet",
  "presentation",
  "picture",
  "archive",
  "calendar",
] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** Kinds of mail. The headers and the words of a mail decide. `cold` is sales mail from somebody unknown. */
export const mailKinds = [
  "newsletter",
  "receipt",
  "invitation",
  "notification",
  "calendar",
  "cold",
  "autoReply",
  "personal",
] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailKindNames: Record<MailKind, string> = {
  newsletter: t("Newsletter"),
  receipt: t("Receipt or invoice"),
  invitation: t("Invitation"),
  notification: t("Notification of a program"),
  calendar: t("Answer to an invitation"),
  cold: t("Cold sales mail"),
  autoReply: t("Automatic reply"),
  personal: t("Written by a person"),
};

/** Languages that a condition can name, by ISO 639-1. */
export const ruleLanguages = ["en", "de", "fr", "es", "it", "pt", "nl", "hi", "ar", "zh", "ja", "ko", "ru"] as const;

/** Moments that a rule can snooze until, in the time zone of the person. */
export const ruleSnoozes = ["evening", "tomorrow", "weekend", "nextWeek", "nextMonth"] as const;
export type RuleSnooze = (typeof ruleSnoozes)[number];

/** Actions that need nothing else. */
export const plainActions = ["archive", "trash", "star", "markRead", "markImportant", "notify", "stop"] as const;
export type PlainAction = (typeof plainActions)[number];

/** The state of one action on one mail. `proposed` waits for its owner; `waiting` is accepted and not yet carried out. */
export const ruleOutcomes = ["proposed", "waiting", "done", "failed", "skipped", "undone", "dismissed"] as const;
export type RuleOutcome = (typeof ruleOutcomes)[number];

/** Formats of rule files. */
export const ruleFileFormats = ["json", "gmail", "sieve"] as const;
export type RuleFileFormat = (typeof ruleFileFormats)[number];
export const maxRuleFileCharacters = 1_000_000;

export const readyMadeRules = [
  "receipts",
  "newsletters",
  "unreadNewsletters",
  "coldMail",
  "invitations",
  "followUpNeeded",
  "outOfOffice",
] as const;
export type ReadyMadeRule = (typeof readyMadeRules)[number];
