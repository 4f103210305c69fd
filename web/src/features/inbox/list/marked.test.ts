import { expect, test } from "vitest";
import { piecesOf } from "./marked.tsx";

const shown = (text: string, hits: [number, number][]) =>
  piecesOf(text, hits)
    .map(({ words, isHit }) => (isHit ? `[${words}]` : words))
    .join("");

test("the hits of a search are marked, and the text stays complete [MBX-18]", () => {
  expect(
    shown("Invoice 2093 approved", [
      [0, 7],
      [13, 21],
    ]),
  ).toBe("[Invoice] 2093 [approved]");
  expect(shown("nothing here", [])).toBe("nothing here");
});

test("ranges that overlap, run backwards or lie outside the text do no harm", () => {
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
