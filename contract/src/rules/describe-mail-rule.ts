// Says what a mail rule asks and does, in the language of the reader.
import type { RuleAction, RuleCondition, RuleContent } from "../endpoints/mail-rule-fields.ts";
import { t } from "../text/t.ts";
import { formatLocale } from "../text/translator.ts";
import type { AttachmentType, MailKind, RuleSnooze, TextField, TextTest } from "./mail-rules.ts";

/** One condition, without a full stop: `The sender contains “@acme.test”`. */
export function describeCondition(condition: RuleCondition): string {
  switch (condition.field) {
    case "attachment":
      return attachmentWords()[condition.type];
    case "size":
      return condition.test === "over"
        ? t("It is larger than {size}", { size: sizeText(condition.kilobytes) })
        : t("It is smaller than {size}", { size: sizeText(condition.kilobytes) });
    case "unreadDays":
      return t("It has been unread for {days, plural, one {# day} other {# days}}", { days: condition.days });
    case "kind":
      return t("It is {kinds}", { kinds: orList(condition.kinds.map((kind) => kindWords()[kind])) });
    case "language":
      return t("It is written in {languages}", { languages: orList(condition.languages.map(languageName)) });
    case "importance":
      return condition.important ? t("It is marked as important") : t("It is not marked as important");
    case "knownSender":
      return condition.known
        ? t("The sender is in People or a colleague")
        : t("The sender is not in People and no colleague");
    case "assistant":
      return t("The assistant thinks: {question}", { question: condition.question });
    default:
      return describeText(condition);
  }
}

/** Within a sentence. */
const kindWords = (): Record<MailKind, string> => ({
  newsletter: t("a newsletter"),
  receipt: t("a receipt or an invoice"),
  invitation: t("an invitation"),
  notification: t("a notification of a program"),
  calendar: t("an answer to an invitation"),
  cold: t("cold sales mail"),
  autoReply: t("an automatic reply"),
  personal: t("written by a person"),
});

function describeText({ field, test, values }: Extract<RuleCondition, { values: string[] }>): string {
  return textTestWords(test, {
    field: textFieldNames()[field],
    text: orList(values.map((value) => t("“{text}”", { text: value }))),
  });
}

/** The names of the fields at the beginning of a sentence. */
export const textFieldNames = (): Record<TextField, string> => ({
  from: t("The sender"),
  to: t("To"),
  cc: t("Cc"),
  recipient: t("A recipient"),
  list: t("The mailing list"),
  subject: t("The subject"),
  body: t("The text"),
});

function textTestWords(test: TextTest, values: { field: string; text: string }): string {
  switch (test) {
    case "contains":
      return t("{field} contains {text}", values);
    case "is":
      return t("{field} is {text}", values);
    case "begins":
      return t("{field} begins with {text}", values);
    case "ends":
      return t("{field} ends with {text}", values);
    case "domain":
      return t("{field} is of the domain {text}", values);
  }
}

const attachmentWords = (): Record<AttachmentType, string> => ({
  any: t("It has an attachment"),
  pdf: t("It has a PDF attached"),
  document: t("It has a document attached"),
  spreadsheet: t("It has a spreadsheet attached"),
  presentation: t("It has a presentation attached"),
  picture: t("It has a picture attached"),
  archive: t("It has a ZIP or another archive attached"),
  calendar: t("It has a calendar file attached"),
});

/** One action, without a full stop: `Move to “Receipts”`. */
export function describeAction(action: RuleAction, templateName?: string): string {
  switch (action.do) {
    case "label":
      return t("Add the label “{folder}”", action);
    case "move":
      return t("Move to “{folder}”", action);
    case "snooze":
      return snoozeWords()[action.until];
    case "forward":
      return t("Forward to {to}", action);
    case "draftReply":
      return action.intent ? t("Draft a reply: {intent}", action) : t("Draft a reply");
    case "sendTemplate":
      return templateName
        ? t("Answer with the template “{name}”", { name: templateName })
        : t("Answer with a template");
    case "addToPlan":
      return t("Add its tasks to the plan “{plan}”", action);
    case "webhook":
      return t("Call {url}", action);
    default:
      return plainActionNames()[action.do];
  }
}

const plainActionNames = () => ({
  archive: t("Archive"),
  trash: t("Move to Trash"),
  star: t("Star"),
  markRead: t("Mark as read"),
  markImportant: t("Mark as important"),
  notify: t("Notify me"),
  stop: t("Skip the rules below"),
});

const snoozeWords = (): Record<RuleSnooze, string> => ({
  evening: t("Snooze until the evening"),
  tomorrow: t("Snooze until tomorrow morning"),
  weekend: t("Snooze until the weekend"),
  nextWeek: t("Snooze until next week"),
  nextMonth: t("Snooze until next month"),
});

/** The rule in one or two sentences. */
export function describeRule({ match, when, unless, actions }: Omit<RuleContent, "name" | "mailboxIds">): string {
  const join = match === "all" ? andList : orList;
  const values = {
    when: join(when.map((one) => continued(describeCondition(one)))),
    actions: andList(actions.map((one) => continued(describeAction(one)))),
  };
  const sentence = t("When {when}: {actions}.", values);
  if (unless.length === 0) return sentence;
  const except = orList(unless.map((one) => continued(describeCondition(one))));
  return `${sentence} ${t("Not if {except}.", { except })}`;
}

/** Within a sentence. "To" and "Cc" are names of fields. */
const continued = (words: string) =>
  /^(The|It|A|Move|Add|Snooze|Forward|Draft|Answer|Call|Archive|Star|Mark|Notify|Skip)\b/.test(words)
    ? words[0]?.toLowerCase() + words.slice(1)
    : words;

const sizeText = (kilobytes: number) =>
  kilobytes >= 1000 && kilobytes % 1000 === 0
    ? t("{size} MB", { size: (kilobytes / 1000).toLocaleString(formatLocale()) })
    : t("{size} kB", { size: kilobytes.toLocaleString(formatLocale()) });

const languageName = (language: string) =>
  new Intl.DisplayNames(formatLocale(), { type: "language" }).of(language) ?? language;

const orList = (parts: string[]) => new Intl.ListFormat(formatLocale(), { type: "disjunction" }).format(parts);
const andList = (parts: string[]) => new Intl.ListFormat(formatLocale(), { type: "conjunction" }).format(parts);
