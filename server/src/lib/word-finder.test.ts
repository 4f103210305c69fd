import { expect, test } from "vitest";
import { foldCodes, foldText } from "./fold-text.ts";
import { wordFinder } from "./word-finder.ts";

test("the finder finds what a plain search finds", () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % most;
  };
  const letters = (count: number) => Array.from({ length: count }, () => "abc ü\n"[random(6)]).join("");
  for (let round = 0; round < 500; round++) {
    const given = letters(random(80));
    const words = Array.from({ length: random(30) }, () => foldText(letters(1 + random(9)))).filter(Boolean);
    const text = foldText(given);
    expect([...wordFinder(words).find(foldCodes(given))], JSON.stringify(given)).toEqual(
      words.map((word) => (text.includes(word) ? 1 : 0)),
    );
  }
});
