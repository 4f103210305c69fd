// The words of the form and the lists. Sentences about one condition or action come from the contract.
import type { RuleAction, RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import {
  type AttachmentType,
  attachmentTypes,
  mailKindNames,
  mailKinds,
  type RuleOutcome,
  type RuleSnooze,
  type RuleState,
  ruleLanguages,
  ruleSnoozes,
  type TextTest,
  textTests,
} from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { once } from "#lib/once.ts";
import type { BadgeTone } from "#components/ui/badge.tsx";

export const stateNames: Record<RuleState, string> = {
  off: t("Off"),
  watch: t("Watch"),
  on: t("On"),
  paused: t("Paused"),
};

export const stateChoices = (["off", "watch", "on"] as const).map((value) => ({ value, label: stateNames[value] }));

export const stateHints = {
  off: t("The rule does nothing."),
  watch: t("The rule proposes what it would do, and you decide."),
  on: t("The rule acts on new mail. You can undo it for 30 days."),
};

export const outcomeNames: Record<RuleOutcome, string> = {
  proposed: t("Proposed"),
  waiting: t("Waiting"),
  done: t("Done"),
  failed: t("Failed"),
  skipped: t("Skipped"),
  undone: t("Undone"),
  dismissed: t("Dismissed"),
};

const tones: Partial<Record<RuleOutcome, BadgeTone>> = {
  proposed: "accent",
  waiting: "warn",
  done: "ok",
  failed: "bad",
};
export const outcomeTone = (outcome: RuleOutcome): BadgeTone => tones[outcome] ?? "neutral";

export type ConditionField = RuleCondition["field"];

export const fieldNames: Record<ConditionField, string> = {
  from: t("Sender"),
  to: t("To"),
  cc: t("Cc"),
  recipient: t("To or Cc"),
  list: t("Mailing list"),
  subject: t("Subject"),
  body: t("Text"),
  attachment: t("Attachment"),
  size: t("Size"),
  unreadDays: t("Still unread after"),
  kind: t("Kind of mail"),
  language: t("Language"),
  importance: t("Importance"),
  knownSender: t("Acquaintance"),
  assistant: t("Ask the assistant"),
};

const testNames: Record<TextTest, string> = {
  contains: t("contains"),
  is: t("is"),
  begins: t("begins with"),
  ends: t("ends with"),
  domain: t("is of the domain"),
};

export const actionNames: Record<RuleAction["do"], string> = {
  archive: t("Archive"),
  trash: t("Move to Trash"),
  star: t("Star"),
  markRead: t("Mark as read"),
  markImportant: t("Mark as important"),
  notify: t("Notify me"),
  stop: t("Skip the rules below"),
  label: t("Add label"),
  move: t("Move to folder"),
  snooze: t("Snooze"),
  forward: t("Forward"),
  draftReply: t("Draft a reply"),
  sendTemplate: t("Answer with a template"),
  addToPlan: t("Add to a plan"),
  webhook: t("Call a webhook"),
};

const attachmentNames: Record<AttachmentType, string> = {
  any: t("Any file"),
  pdf: t("PDF"),
  document: t("Document"),
  spreadsheet: t("Spreadsheet"),
  presentation: t("Presentation"),
  picture: t("Picture"),
  archive: t("Archive file"),
  calendar: t("Calendar file"),
};

const snoozeNames: Record<RuleSnooze, string> = {
  evening: t("This evening"),
  tomorrow: t("Tomorrow"),
  weekend: t("Weekend"),
  nextWeek: t("Next week"),
  nextMonth: t("Next month"),
};

const options = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value, label: names[value] }));

export const fieldOptions = options(Object.keys(fieldNames) as ConditionField[], fieldNames);
export const testOptions = options(textTests, testNames);
/** The part after "@" belongs to addresses. */
export const plainTestOptions = testOptions.filter(({ value }) => value !== "domain");
export const attachmentOptions = options(attachmentTypes, attachmentNames);
export const snoozeOptions = options(ruleSnoozes, snoozeNames);
export const kindOptions = options(mailKinds, mailKindNames);

export const languageOptions = once(() => {
  const names = new Intl.DisplayNames(formatLocale(), { type: "language" });
  return ruleLanguages.map((value) => ({ value, label: names.of(value) ?? value }));
});
