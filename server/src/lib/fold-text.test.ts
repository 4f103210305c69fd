import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";
import { foldLetters } from "./tokenize.ts";

test.for([
  ["  Please\r\n\tREAD  it ", "please read it"],
  ["CAFÉ café cafe\u0301", "cafe cafe cafe"],
  ["Straße ﬁne ½", "strasse fine 1⁄2"],
  ["Ｑｕａｒｔｅｒｌｙ　ｒｅｐｏｒｔ", "quarterly report"],
  ["𝐈𝐧𝐯𝐨𝐢𝐜𝐞 👋🏽", "invoice 👋🏽"],
  ["ΟΔΟΣ οδος", "οδοσ οδοσ"],
  ["ｶﾞｲﾄﾞ か\u3099", "ガイド が"],
  ["मेल का चालान", "मेल का चालान"],
  ["a\u00a0b\u2003c\u2028d\ufeff", "a b c d"],
  ["é\u0000x\ud800", "e x\ufffd"],
  ["", ""],
])("%j is folded to %j [RUL-01]", ([given, folded]) => expect(foldText(given ?? "")).toBe(folded));

test("every letter folds to the same as in the search [RUL-01]", () => {
  for (let code = 1; code < 0xd800; code++) {
    const letter = String.fromCharCode(code);
    const searched = foldLetters(letter).toLowerCase().replaceAll("ς", "σ").replaceAll(/\s+/g, " ").trim();
    expect(foldText(`a${letter}b`).slice(1, -1).trim(), code.toString(16)).toBe(searched);
  }
});
