import { expect, test } from "vitest";
import { readRuleFile } from "./rule-file.ts";

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
