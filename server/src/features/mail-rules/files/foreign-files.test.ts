import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { describeRule } from "@intellibox/contract/rules/describe-mail-rule";
import { expect, test } from "vitest";
import { readRuleFile, writeRuleFile } from "./rule-file.ts";

test("a Sieve rule with variables is left out and told, and text that only looks like one is kept [RUL-42]", () => {
  const script = (head: string) => `${head}
if header :contains "subject" "bill" { fileinto "\${folder}"; }
if header :contains "from" "acme" { discard; }`;
  const read = readRuleFile(script('require ["fileinto", "variables"];'));
  expect(read.problems).toEqual(["Line 2: It has variables, which a rule does not have."]);
  expect(read.rules.map(({ actions }) => actions)).toEqual([[{ do: "trash" }]]);
  const plain = readRuleFile(script('require "fileinto";'));
  expect(plain.rules[0]?.actions).toEqual([{ do: "move", folder: ["$", "{folder}"].join("") }]);
});

test("a rule of our own file that lacks a part is told in plain words [RUL-43]", () => {
  const file = { format: "intellibox-rules", version: 1, rules: [{ name: "x" }, { name: "y", when: 5, actions: [] }] };
  const { rules, problems } = readRuleFile(JSON.stringify(file));
  expect(rules).toEqual([]);
  expect(problems).toEqual(["Rule 1: When is required", "Rule 2: When must be a list"]);
});

const sieve = (body: string) => readRuleFile(`require ["fileinto", "imap4flags"];\n${body}`);

test("a Sieve rule that is left out, and ended the script for its mail, is told as such [RUL-42]", () => {
  const { rules, problems } = sieve(
    'if header :regex "from" "boss" { keep; stop; }\nif header :contains "subject" "sale" { discard; }',
  );
  expect(rules).toHaveLength(1);
  expect(problems).toEqual([
    "Line 2: “header” cannot be said as a rule.",
    "Line 2: It spared its mail the rules after it. Without it they act on that mail, too.",
  ]);
});

test("a part of an address or of the mail that a rule cannot test is never read as the whole [RUL-42]", () => {
  for (const tags of [
    ":user :is",
    ":detail :is",
    ":mime :anychild :contains",
    ":localpart :is",
    ":last :index 1 :is",
  ]) {
    const { rules, problems } = sieve(`if not address ${tags} "to" "sales" { discard; }`);
    expect([rules, problems], tags).toEqual([[], ["Line 2: “address” cannot be said as a rule."]]);
  }
});

test("filing into the inbox is keeping, and keeping with flags loses none of them [RUL-42]", () => {
  const { rules, problems } = sieve(
    [
      'if header :contains "from" "ann" { fileinto "INBOX"; stop; }',
      'if header :contains "from" "bob" { fileinto "Inbox"; fileinto "Work"; }',
      'if header :contains "from" "cem" { keep :flags "\\\\Flagged"; stop; }',
    ].join("\n"),
  );
  expect(rules.map(describeRule)).toEqual([
    "When the sender contains “ann”: skip the rules below.",
    "When the sender contains “bob”: add the label “Work”.",
  ]);
  expect(problems).toEqual([
    "Line 4: “keep” cannot be said as a rule.",
    "Line 4: It spared its mail the rules after it. Without it they act on that mail, too.",
  ]);
});

const filter = (properties: Partial<Record<string, string>>) => {
  const rows = Object.entries({ ...properties, shouldTrash: "true" });
  return `<feed><entry>${rows.map(([name, value]) => `<apps:property name='${name}' value='${value}'/>`).join("")}</entry></feed>`;
};

test("groups in groups and words beside a quotation of a Gmail filter are told, not read as a text [RUL-40]", () => {
  for (const properties of [
    { from: "(a@x.test OR b@x.test) c" },
    { subject: "&quot;annual report&quot; draft" },
    { to: "a AND b" },
    { hasTheWord: "subject:((a OR b) c)" },
    { hasTheWord: "x", doesNotHaveTheWord: "alpha beta" },
  ]) {
    const { rules, problems } = readRuleFile(filter(properties));
    expect([rules, problems[0]], JSON.stringify(properties)).toEqual([
      [],
      expect.stringMatching(/^Filter 1: .* cannot be said as an? (?:condition|exception)\.$/),
    ]);
  }
  const { rules } = readRuleFile(filter({ hasTheWord: "&quot;annual report&quot; AND draft" }));
  expect(rules.map(describeRule)).toEqual([
    "When the text contains “annual report” and the text contains “draft”: move to Trash.",
  ]);
});

test("words that Gmail would read as operators are written in quotation marks [RUL-40]", () => {
  const rule = (value: string): RuleContent => ({
    ...{ name: "x", mailboxIds: [], match: "all", unless: [], actions: [{ do: "star" }] },
    when: [{ field: "body", test: "contains", values: [value] }],
  });
  for (const value of ["-draft", "is:starred", "OR", "{a}", "(b)", "from:ann"]) {
    const { text, problems } = writeRuleFile([rule(value)], "gmail");
    expect([problems, text.includes(`value='&quot;${value}&quot;'`)], value).toEqual([[], true]);
  }
  expect(writeRuleFile([rule('a"b')], "gmail").problems).toEqual(['“x” was left out: The text contains “a"b”']);
});
