import { tones } from "@intellibox/contract/rules/choices";
import { LocalLinter } from "harper.js";
import { slimBinaryInlined } from "harper.js/slimBinaryInlined";
import { expect, test } from "vitest";
import { acts } from "../intents/clause.ts";
import { actSentences, closingSentences, moods } from "./act-sentences.ts";
import { closings, decisionLines, openings, questionLines, requestLines, timeLines } from "./reply-sentences.ts";

// Its start takes seconds, so all tests share one.
const linter = new LocalLinter({ binary: slimBinaryInlined });

const contents: Record<string, string> = {
  to: "send the new plan",
  not: "send the new plan",
  that: "the plan is ready",
  whether: "whether the plan is ready",
  time: "Tuesday at 10",
  mutual: "",
  none: "",
  about: "the new plan",
};
const wordings = Object.entries(actSentences).flatMap(([key, templates]) =>
  Object.values(templates).flatMap((list) => list.map((text) => ({ key, text }))),
);

test("each sentence belongs to an act and has one place for the user's content", () => {
  for (const { key, text } of wordings) {
    expect(acts).toContain(key.split(".")[0]);
    const places = text.split("{x}").length - 1;
    expect([key, places]).toEqual([key, /\.(?:none|mutual)$/.test(key) ? 0 : 1]);
  }
});

test("no sentence for a grave mail is cheerful", () => {
  const grave = [...moods.filter((mood) => mood === "mourns" || mood === "serious")].flatMap((mood) =>
    tones.flatMap((tone) => closingSentences[mood][tone]),
  );
  for (const text of grave) expect(text).not.toMatch(/!|excited|wonderful|great|happy|love/i);
});

test("the templates are free of grammar mistakes", { timeout: 120_000 }, async () => {
  const filled = wordings.map(({ key, text }) =>
    text
      .replace("{x}", contents[key.split(".")[1] ?? ""] ?? "the new plan")
      .replaceAll("{I}", "I")
      .replaceAll("{i}", "I")
      .replaceAll("{me}", "me")
      .replaceAll("{my}", "my")
      .replaceAll("{My}", "My")
      .replaceAll("{am}", "am")
      .replaceAll("{be}", "is"),
  );
  const text = [...filled, ...moods.flatMap((mood) => tones.flatMap((tone) => closingSentences[mood][tone]))].join(
    "\n\n",
  );
  const found = (await linter.lint(text)).filter((lint) =>
    /grammar|agreement|punctuation|spelling|typo|repetition|word choice/i.test(lint.lint_kind()),
  );
  expect(found.map((lint) => `${lint.message()} in: ${lint.get_problem_text()}`)).toEqual([]);
});

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
  const lints = await linter.lint(filled.join("\n\n"));
  const found = lints
    .filter((lint) => /grammar|agreement|spelling|typo|repetition|word choice/i.test(lint.lint_kind()))
    // Harper takes "kind" in "your kind words" for a predicate and asks for "you're".
    .filter((lint) => !/predicate adjectives/.test(lint.message()));
  expect(found.map((lint) => `${lint.message()} in: ${lint.get_problem_text()}`)).toEqual([]);
});
