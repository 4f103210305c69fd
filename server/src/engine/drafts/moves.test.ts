import { tones } from "@intellibox/contract/rules/choices";
import { LocalLinter } from "harper.js";
import { slimBinaryInlined } from "harper.js/slimBinaryInlined";
import { expect, test } from "vitest";
import { draftKinds, moves } from "./moves.ts";

const sentences = draftKinds.flatMap((kind) => {
  const { opening, bare, ask } = moves[kind];
  return tones.flatMap((tone) => [...opening[tone], ...bare[tone], ...ask[tone]].map((text) => ({ kind, tone, text })));
});

test("every kind has words for every tone, and no tone borrows another's", () => {
  for (const kind of draftKinds) {
    for (const move of [moves[kind].bare, moves[kind].ask]) {
      const said = tones.flatMap((tone) =>
        new Set(move[tone]).size === move[tone].length && move[tone].length > 0 ? move[tone] : [],
      );
      expect(said.length).toBeGreaterThanOrEqual(tones.length);
    }
    expect(new Set(tones.map((tone) => moves[kind].bare[tone].join())).size).toBe(tones.length);
  }
});

test("an opening has one place for the topic and the other moves have none", () => {
  for (const kind of draftKinds) {
    for (const tone of tones) {
      for (const text of moves[kind].opening[tone]) expect(text.split("{topic}")).toHaveLength(2);
      for (const text of [...moves[kind].bare[tone], ...moves[kind].ask[tone]]) expect(text).not.toContain("{");
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
