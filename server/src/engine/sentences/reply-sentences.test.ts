import { LocalLinter } from "harper.js";
import { slimBinaryInlined } from "harper.js/slimBinaryInlined";
import { expect, test } from "vitest";
import { closings, decisionLines, openings, questionLines, requestLines, timeLines } from "./reply-sentences.ts";

/** Every string in nested records and lists. */
const stringsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : value && typeof value === "object"
      ? Object.values(value).flatMap(stringsIn)
      : [];

test("the sentences of replies are free of grammar mistakes", { timeout: 120_000 }, async () => {
  const filled = stringsIn([openings, closings, requestLines, timeLines, questionLines, decisionLines]).map((text) =>
    text
      .replace(/\(\([^)]*\)\)/g, "")
      .replace(/\[\[([^\]]*)\]\]/g, "$1")
      .replace(/\[[^\]]*\]/g, "yes")
      .replace("{topic}", "the new plan")
      .replace("{task}", "send you the report")
      .replace("{When}", "Tuesday at ten")
      .replace("{when}", "Tuesday at ten")
      .replace("{question}", "the price")
      .replace("{Question}", "The price")
      .replace("{answer}", "I have it")
      .replace("{quote}", "Is it open?"),
  );
  expect(filled.length).toBeGreaterThan(150);
  const lints = await new LocalLinter({ binary: slimBinaryInlined }).lint(filled.join("\n\n"));
  const found = lints
    .filter((lint) => /grammar|agreement|spelling|typo|repetition|word choice/i.test(lint.lint_kind()))
    // Harper takes "kind" in "your kind words" for a predicate and asks for "you're".
    .filter((lint) => !/predicate adjectives/.test(lint.message()));
  expect(found.map((lint) => `${lint.message()} in: ${lint.get_problem_text()}`)).toEqual([]);
});
