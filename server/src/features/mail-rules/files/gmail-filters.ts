// The filters of Gmail: an Atom feed with an entry per filter, and properties such as `from` and `shouldArchive`.
import type { RuleAction, RuleCondition, RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { describeAction, describeCondition } from "@intellibox/contract/rules/describe-mail-rule";
import type { TextField } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { Parser } from "htmlparser2";
import { invalid } from "#lib/errors.ts";
import { escapeHtml } from "#lib/html/html.ts";
import type { FileRules, WrittenRules } from "./file-rules.ts";
import { alternatives, isNested, peopleIn, readGmailWords } from "./gmail-words.ts";

const mostFilters = 1000;
/** The parser's cost grows with the square of the depth. */
const deepest = 50;

export function readGmailFilters(xml: string, own: string[]): FileRules {
  const entries = entriesOf(xml);
  if (entries.length === 0) throw invalid(t("The file has no filters of Gmail."));
  const problems: string[] = [];
  const rules = entries.flatMap((properties, at) => {
    const told = (reason: string) => problems.push(t("Filter {number}: {reason}", { number: at + 1, reason }));
    let isNarrower = false;
    const unsaid = (reason: string) => {
      isNarrower = true;
      told(reason);
    };
    const when = [...conditionsOf(properties, own, unsaid)];
    const words = readGmailWords(properties.get("doesNotHaveTheWord") ?? "", own, unsaid);
    const actions = [...actionsOf(properties, told)];
    // All of the words together are one exception there, and each of them is one here.
    if (words.conditions.length > 1) {
      told(
        t("“{part}” cannot be said as an exception.", {
          part: (properties.get("doesNotHaveTheWord") ?? "").slice(0, 100),
        }),
      );
      return [];
    }
    if (isNarrower) {
      told(t("It was left out, because it would act on more mail without that."));
      return [];
    }
    if (when.length === 0 || actions.length === 0) {
      told(
        when.length === 0 ? t("It has no condition that a rule can have.") : t("It does nothing that a rule can do."),
      );
      return [];
    }
    const unless = words.conditions;
    return [{ name: nameOf(when[0], actions[0]), match: "all", when, unless, actions }];
  });
  return { rules, problems };
}

/** The properties of each entry. Entities of a document type are not expanded. */
function entriesOf(xml: string): Map<string, string>[] {
  const entries: Map<string, string>[] = [];
  let entry: Map<string, string> | undefined;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, { name: property, value }) {
        if (++depth > deepest) throw invalid(t("The file has no filters of Gmail."));
        if (name === "entry" && entries.length < mostFilters) {
          entry = new Map();
          entries.push(entry);
        }
        if (entry && name.replace(/^.*:/, "") === "property" && property) entry.set(property, (value ?? "").trim());
      },
      onclosetag(name) {
        depth--;
        if (name === "entry") entry = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return entries;
}

function* conditionsOf(
  properties: Map<string, string>,
  own: string[],
  told: (reason: string) => void,
): Generator<RuleCondition> {
  for (const [name, field] of [
    ["from", "from"],
    ["to", "recipient"],
    ["subject", "subject"],
  ] as const) {
    const given = properties.get(name) ?? "";
    const values = name === "subject" ? alternatives(given) : peopleIn(given, own);
    if (!values || values.some(isNested) || /(?:^|[\s({])-[^\s-]/.test(given))
      told(t("“{part}” cannot be said as a condition.", { part: given.slice(0, 100) }));
    else if (values.length > 0) yield { field, test: "contains", values };
  }
  yield* readGmailWords(properties.get("hasTheWord") ?? "", own, told).conditions;
  if (properties.get("hasAttachment") === "true") yield { field: "attachment", type: "any" };
  const size = sizeOf(properties);
  if (size) yield size;
  else if (Number(properties.get("size")) > 0) told(t("Its size cannot be said as a condition."));
}

function sizeOf(properties: Map<string, string>): RuleCondition | undefined {
  const unit = { s_sb: 0.001, s_skb: 1, s_smb: 1000 }[properties.get("sizeUnit") ?? ""];
  const kilobytes = Math.round(Number(properties.get("size")) * (unit ?? 1000));
  const test = properties.get("sizeOperator") === "s_ss" ? "under" : "over";
  return kilobytes >= 1 && kilobytes <= 100_000 ? { field: "size", test, kilobytes } : undefined;
}

const simple: [string, RuleAction][] = [
  ["shouldStar", { do: "star" }],
  ["shouldMarkAsRead", { do: "markRead" }],
  ["shouldAlwaysMarkAsImportant", { do: "markImportant" }],
];

function* actionsOf(properties: Map<string, string>, told: (reason: string) => void): Generator<RuleAction> {
  const isSet = (name: string) => properties.get(name) === "true";
  for (const [name, action] of simple) if (isSet(name)) yield action;
  const to = properties.get("forwardTo");
  if (to) yield { do: "forward", to };
  const folder = properties.get("label");
  const isArchived = isSet("shouldArchive");
  if (folder) yield { do: isArchived ? "move" : "label", folder };
  else if (isArchived) yield { do: "archive" };
  if (isSet("shouldTrash")) yield { do: "trash" };
  if (isSet("shouldNeverSpam")) told(t("“Never send it to Spam” cannot be said as a rule."));
  if (isSet("shouldNeverMarkAsImportant")) told(t("“Never mark it as important” cannot be said as a rule."));
  for (const [name, value] of properties)
    if (!knownProperties.has(name) && value && value !== "false")
      told(t("“{name}” is not known.", { name: name.slice(0, 100) }));
  if (properties.get("smartLabelToApply")) told(t("Categories of Gmail cannot be set by a rule."));
}

const knownProperties = new Set([
  ...["from", "to", "subject", "hasTheWord", "doesNotHaveTheWord", "hasAttachment", "excludeChats"],
  ...["size", "sizeOperator", "sizeUnit", "label", "forwardTo", "smartLabelToApply", "shouldArchive", "shouldTrash"],
  ...simple.map(([name]) => name),
  ...["shouldNeverSpam", "shouldNeverMarkAsImportant"],
]);

const nameOf = (condition: RuleCondition | undefined, action: RuleAction | undefined) =>
  [condition && describeCondition(condition), action && describeAction(action)]
    .filter(Boolean)
    .join(" → ")
    .slice(0, 100);

const gmailFields: Partial<Record<TextField, string>> = {
  from: "from",
  to: "to",
  recipient: "to",
  subject: "subject",
  body: "hasTheWord",
};

export function writeGmailFilters(rules: RuleContent[]): WrittenRules {
  const problems: string[] = [];
  const entries = rules.flatMap((rule) => {
    const properties: [string, string][] = [];
    const reason = rule.match === "any" && rule.when.length > 1 ? t("Gmail has no “any of these”.") : undefined;
    const unsaid = reason ?? unsaidIn(rule, properties);
    if (unsaid) problems.push(t("“{name}” was left out: {reason}", { name: rule.name, reason: unsaid }));
    return unsaid ? [] : [entryOf(rule.name, properties)];
  });
  const feed = [
    "<?xml version='1.0' encoding='UTF-8'?>",
    "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>",
    "<title>Mail Filters</title>",
    ...entries,
    "</feed>",
    "",
  ];
  return { text: feed.join("\n"), problems };
}

const entryOf = (name: string, properties: [string, string][]) =>
  [
    "<entry>",
    "<category term='filter'></category>",
    `<title>${escapeHtml(name)}</title>`,
    "<content></content>",
    ...properties.map(([key, value]) => `<apps:property name='${key}' value='${escapeHtml(value)}'/>`),
    "</entry>",
  ].join("\n");

/** Adds the properties of a rule, or returns why Gmail cannot say it. */
function unsaidIn({ when, unless, actions }: RuleContent, properties: [string, string][]): string | undefined {
  for (const condition of when) {
    const property = conditionProperty(condition);
    if (!property || properties.some(([name]) => name === property[0][0])) return describeCondition(condition);
    properties.push(...property);
  }
  for (const condition of unless) {
    if (
      condition.field !== "body" ||
      condition.test !== "contains" ||
      properties.some(([name]) => name === "doesNotHaveTheWord")
    )
      return describeCondition(condition);
    const words = joined(condition.values);
    if (!words) return describeCondition(condition);
    properties.push(["doesNotHaveTheWord", words]);
  }
  for (const action of actions) {
    const property = actionProperties(action);
    if (!property) return describeAction(action);
    properties.push(...property);
  }
  return undefined;
}

/** A word that Gmail would read as an operator is in quotation marks. A text with quotation marks cannot be said. */
const joined = (values: string[]) =>
  values.some((value) => value.includes('"'))
    ? undefined
    : values
        .map((value) => (/^(?!-|(?:OR|AND|AROUND)$)[\p{L}\p{N}@._+-]+$/u.test(value) ? value : `"${value}"`))
        .join(" OR ");

function conditionProperty(condition: RuleCondition): [[string, string], ...[string, string][]] | undefined {
  if (condition.field === "size")
    return [
      ["size", String(condition.kilobytes)],
      ["sizeOperator", condition.test === "over" ? "s_sl" : "s_ss"],
      ["sizeUnit", "s_skb"],
    ];
  if (condition.field === "attachment") return condition.type === "any" ? [["hasAttachment", "true"]] : undefined;
  if (!("values" in condition)) return undefined;
  if (condition.field === "list")
    return [["hasTheWord", condition.values.map((value) => `list:(${value})`).join(" OR ")]];
  const name = gmailFields[condition.field];
  // An address is found by Gmail as a whole, and a domain by its name.
  const isSaid =
    condition.test === "contains" ||
    (condition.field !== "subject" &&
      condition.field !== "body" &&
      condition.test !== "begins" &&
      condition.test !== "ends");
  const words = joined(condition.values);
  return name && isSaid && words ? [[name, words]] : undefined;
}

function actionProperties(action: RuleAction): [string, string][] | undefined {
  switch (action.do) {
    case "archive":
      return [["shouldArchive", "true"]];
    case "trash":
      return [["shouldTrash", "true"]];
    case "star":
      return [["shouldStar", "true"]];
    case "markRead":
      return [["shouldMarkAsRead", "true"]];
    case "markImportant":
      return [["shouldAlwaysMarkAsImportant", "true"]];
    case "label":
      return [["label", action.folder]];
    case "move":
      return [
        ["label", action.folder],
        ["shouldArchive", "true"],
      ];
    case "forward":
      return [["forwardTo", action.to]];
    default:
      return undefined;
  }
}
