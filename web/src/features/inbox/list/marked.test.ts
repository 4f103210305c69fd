import { expect, test } from "vitest";
import { piecesOf } from "./marked.tsx";

const shown = (text: string, hits: [number, number][]) =>
  piecesOf(text, hits)
    .map(({ words, isHit }) => (isHit ? `[${words}]` : words))
    .join("");

test("the words that a search found are marked, and nothing of the text is lost [MBX-18]", () => {
  expect(
    shown("Invoice 2093 approved", [
      [0, 7],
      [13, 21],
    ]),
  ).toBe("[Invoice] 2093 [approved]");
  expect(shown("nothing here", [])).toBe("nothing here");
});

test("places that overlap, run backwards or lie outside do no harm", () => {
  expect(
    shown("abcdef", [
      [3, 6],
      [0, 4],
    ]),
  ).toBe("[abcd][ef]");
  expect(
    shown("abc", [
      [2, 1],
      [-5, 1],
      [2, 99],
    ]),
  ).toBe("[a]b[c]");
});
