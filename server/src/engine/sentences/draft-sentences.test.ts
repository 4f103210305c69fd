import { tones } from "@intellibox/contract/rules/choices";
import { LocalLinter } from "harper.js";
import { slimBinaryInlined } from "harper.js/slimBinaryInlined";
import { expect, test } from "vitest";
import { draftKinds } from "../drafts/kinds.ts";
import { draftSentences } from "./draft-sentences.ts";

const sentences = draftKinds.flatMap((kind) => {
  const { opening, openingWithoutTopic, closing } = draftSentences[kind];
  return tones.flatMap((tone) =>
    [...opening[tone], ...openingWithoutTopic[tone], ...closing[tone]].map((text) => ({ kind, tone, text })),
  );
});

test("every kind has sentences of its own for every tone", () => {
  for (const kind of draftKinds) {
    const { openingWithoutTopic, closing } = draftSentences[kind];
    for (const part of [openingWithoutTopic, closing]) {
      const said = tones.flatMap((tone) =>
        new Set(part[tone]).size === part[tone].length && part[tone].length > 0 ? part[tone] : [],
      );
      expect(said.length).toBeGreaterThanOrEqual(tones.length);
    }
    expect(new Set(tones.map((tone) => openingWithoutTopic[tone].join())).size).toBe(tones.length);
  }
});

test("an opening has one place for the topic and the other sentences have none", () => {
  for (const kind of draftKinds) {
    for (const tone of tones) {
      for (const text of draftSentences[kind].opening[tone]) expect(text.split("{topic}")).toHaveLength(2);
      for (const text of [...draftSentences[kind].openingWithoutTopic[tone], ...draftSentences[kind].closing[tone]])
        expect(text).not.toContain("{");
    }
  }
});

test("the templates are free of grammar mistakes", { timeout: 120_000 }, async () => {
  const linter = new LocalLinter({ binary: slimBinaryInlined });
  const text = sentences.map((sentence) => sentence.text.replace("{topic}", "the new plan")).join("\n\n");
  const found = (await linter.lint(text)).filter((lint) =>
    /grammar|agreement|punctuation|spelling|typo|repetition|word choice/i.test(lint.lint_kind()),
  );
  expect(found.map((lint) => `${lint.message()} in: ${lint.get_problem_text()}`)).toEqual([]);
});
