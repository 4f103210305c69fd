import fc from "fast-check";
import { expect, test } from "vitest";
import { eachWord, isHalf, stemOf } from "./tokenize.ts";

function wordsOf(text: string): string[] {
  const found: string[] = [];
  eachWord(text, (word) => void found.push(word));
  return found;
}

test.each([
  ["Hello, World-wide 2026!", ["hello", "world", "wide", "2026"]],
  ["Pat O'Brien’s don't", ["pat", "o", "brien", "s", "don", "t"]],
  ["priya.nair@acme.test", ["priya", "nair", "acme", "test"]],
  ["Café CAFÉ cafe\u0301 İstanbul Straße", ["cafe", "cafe", "cafe", "istanbul", "strasse"]],
  ["Привет, мир ΑΘΗΝΑ", ["привет", "мир", "αθηνα"]],
  ["मेरा नाम", ["मेरा", "नाम"]],
  ["한국어 메일", ["한국어", "메일"]],
  ["発注書です。", ["発注", "注書", "書で", "です", "す"]],
  ["注文ABC12号", ["注文", "文", "abc12", "号"]],
  ["ﬁne ½ ⑴", ["fine", "12", "1"]],
  ["😀 — … \u0000 \ud800", []],
  ["naïve\u00a0résumé", ["naive", "resume"]],
])("%s has its words", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test("a word comes with its range, and the tokenizer can be stopped", () => {
  const text = "Grüße an Zoë and 発注書";
  const seen: string[] = [];
  eachWord(text, (word, start, end) => {
    seen.push(`${word}=${text.slice(start, end)}`);
    return seen.length === 5;
  });
  expect(seen).toEqual(["grusse=Grüße", "an=an", "zoe=Zoë", "and=and", "発注=発注"]);
});

test("a Korean noun is found with any particle", () => {
  for (const word of ["회의", "회의를", "회의에서는", "회의가", "회의의", "회의까지", "회의입니다"])
    expect(stemOf(word)).toBe("회의");
  for (const word of ["계약서", "계약서를", "계약서로"]) expect(stemOf(word)).toBe("계약서");
  expect(["집에", "이", "나이"].map(stemOf)).toEqual(["집에", "이", "나이"]);
});

test("forms of a word share one stem, and stop words have none", () => {
  for (const word of ["invoice", "invoices", "invoiced", "invoicing"]) expect(stemOf(word)).toBe("invoic");
  expect(["the", "of", "and", "s"].map(stemOf)).toEqual([undefined, undefined, undefined, undefined]);
  expect(["q3", "lieferung", "मेरा", "12500"].map(stemOf)).toEqual(["q3", "lieferung", "मेरा", "12500"]);
});

test("a lone character of a script without spaces is the prefix of a pair", () => {
  expect(["発", "発注", "a", "한"].map(isHalf)).toEqual([true, false, false, false]);
});

test("words of any text are letters and digits, in order and within the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      let last = 0;
      // Tens of thousands of words: an `expect` for each takes many times as long as the tokenizer.
      const wrong: { word: string; start: number; end: number }[] = [];
      eachWord(text, (word, start, end) => {
        const isStorable = /^[\p{L}\p{N}\p{M}]+$/u.test(word) && word.length <= 128;
        if (!isStorable || start < last || end > text.length) wrong.push({ word, start, end });
        last = start;
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("ASCII words can be left out by their first letter; words with other letters come always", () => {
  const found: string[] = [];
  eachWord(
    "Cat, dog! çat Dogé (cow) 7up",
    (word) => void found.push(word),
    (letter) => String.fromCharCode(letter).toLowerCase() !== "c",
  );
  expect(found).toEqual(["cat", "cat", "doge", "cow"]);
});
