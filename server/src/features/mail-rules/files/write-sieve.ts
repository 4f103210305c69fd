import type { RuleAction, RuleCondition, RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { describeAction, describeCondition } from "@intellibox/contract/rules/describe-mail-rule";
import type { TextTest } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import type { WrittenRules } from "./file-rules.ts";

/** A Sieve script that mail servers run. Rules that Sieve cannot say are left out, and told. */
export function writeSieve(rules: RuleContent[]): WrittenRules {
  const problems: string[] = [];
  const needed = new Set<string>();
  const blocks = rules.flatMap((rule) => {
    const own = new Set<string>();
    const block = blockOf(rule, own);
    if ("unsaid" in block) {
      problems.push(t("“{name}” was left out: {reason}", { name: rule.name, reason: block.unsaid }));
      return [];
    }
    for (const extension of own) needed.add(extension);
    return [block.text];
  });
  const require = needed.size > 0 ? [`require ${stringList([...needed].toSorted())};`, ""] : [];
  return { text: [...require, ...blocks].join("\n"), problems };
}

type Said = { text: string } | { unsaid: string };

function blockOf({ name, match, when, unless, actions }: RuleContent, needed: Set<string>): Said {
  const tests: string[] = [];
  for (const condition of [...when, ...unless]) {
    const test = testOf(condition, needed);
    if (test === undefined) return { unsaid: describeCondition(condition) };
    tests.push(test);
  }
  const commands: string[] = [];
  for (const action of actions) {
    const command = commandOf(action, needed);
    if (command === undefined) return { unsaid: describeAction(action) };
    commands.push(command);
  }
  const wanted = joined(match === "all" ? "allof" : "anyof", tests.slice(0, when.length));
  const excluded = tests.slice(when.length);
  const test = excluded.length > 0 ? `allof (${wanted}, not ${joined("anyof", excluded)})` : wanted;
  const text = [`# ${name}`, `if ${test} {`, ...commands.map((command) => `    ${command};`), "}", ""].join("\n");
  return { text };
}

const joined = (word: string, tests: string[]) =>
  tests.length === 1 ? (tests[0] ?? "") : `${word} (${tests.join(", ")})`;

export const quoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
const stringList = (texts: string[]) =>
  texts.length === 1 ? quoted(texts[0] ?? "") : `[${texts.map(quoted).join(", ")}]`;

/** In a `:matches` pattern these characters stand for others. */
const literal = (text: string) => text.replace(/[\\*?]/g, "\\$&");

const headers = {
  from: ["from"],
  to: ["to"],
  cc: ["cc"],
  recipient: ["to", "cc"],
  list: ["list-id"],
  subject: ["subject"],
};

function testOf(condition: RuleCondition, needed: Set<string>): string | undefined {
  if (condition.field === "size") return `size :${condition.test} ${condition.kilobytes * 1000}`;
  if (!("values" in condition)) return undefined;
  const { field, test, values } = condition;
  if (field === "body") {
    if (test !== "contains") return undefined;
    needed.add("body");
    return `body :text :contains ${stringList(values)}`;
  }
  const names = stringList(headers[field]);
  const isAddress = field !== "subject" && field !== "list";
  if (test === "domain") {
    if (!isAddress) return undefined;
    const below = values.map((value) => `*.${literal(value)}`);
    return `address :domain :matches ${names} ${stringList([...values.map(literal), ...below])}`;
  }
  if (test === "is" && isAddress) return `address :is ${names} ${stringList(values)}`;
  return `header ${comparison(test)} ${names} ${stringList(values.map((value) => pattern(test, value)))}`;
}

const comparison = (test: TextTest) => (test === "contains" ? ":contains" : test === "is" ? ":is" : ":matches");
const pattern = (test: TextTest, value: string) =>
  test === "begins" ? `${literal(value)}*` : test === "ends" ? `*${literal(value)}` : value;

function commandOf(action: RuleAction, needed: Set<string>): string | undefined {
  const file = (folder: string, keepsCopy: boolean) => {
    needed.add("fileinto");
    if (keepsCopy) needed.add("copy");
    return `fileinto ${keepsCopy ? ":copy " : ""}${quoted(folder)}`;
  };
  const flag = (name: string) => {
    needed.add("imap4flags");
    return `addflag ${quoted(name)}`;
  };
  switch (action.do) {
    case "move":
      return file(action.folder, false);
    case "label":
      return file(action.folder, true);
    case "archive":
      return file("Archive", false);
    case "trash":
      return file("Trash", false);
    case "star":
      return flag("\\Flagged");
    case "markRead":
      return flag("\\Seen");
    case "markImportant":
      return flag("$Important");
    case "forward":
      needed.add("copy");
      return `redirect :copy ${quoted(action.to)}`;
    case "stop":
      return "stop";
    default:
      return undefined;
  }
}
