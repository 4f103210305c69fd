import { expect, test } from "vitest";
import { tokensOf } from "./parts-of-speech.ts";

test("each token has its part of speech, dictionary form and place", () => {
  const text = "ask our lawyer whether we can't terminate  the contract";
  const tokens = tokensOf(text);
  expect(tokens.map(({ text: word, pos }) => `${word}/${pos}`).slice(0, 3)).toEqual([
    "ask/VERB",
    "our/PRON",
    "lawyer/NOUN",
  ]);
  for (const token of tokens) expect(text.slice(token.start, token.end)).toBe(token.text);
});

test("a text of any length is read in bounded time", () => {
  expect(tokensOf("word ".repeat(100_000)).length).toBeLessThan(1_000);
});
