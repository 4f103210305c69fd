import { expect, test } from "vitest";
import { sentencesOf, splitTyped } from "./sentences.ts";

test("abbreviations and numbers do not end a sentence", () => {
  expect(sentencesOf("Dr. Weiss is in. See no. 5, e.g. the blue one. Call at 5 p.m. Bring the file.")).toEqual([
    "Dr. Weiss is in.",
    "See no. 5, e.g. the blue one.",
    "Call at 5 p.m.",
    "Bring the file.",
  ]);
});

test("the word no ends a sentence, unlike the abbreviation", () => {
  expect(sentencesOf("The answer is no. We stop here.")).toEqual(["The answer is no.", "We stop here."]);
});

test("lines that a mail program wrapped at 72 columns are joined", () => {
  const wrapped =
    "The committee has decided to move the conference to the week after Easter\nbecause the venue is not free. More soon.";
  expect(sentencesOf(wrapped)).toEqual([
    "The committee has decided to move the conference to the week after Easter because the venue is not free.",
    "More soon.",
  ]);
});

test("each bullet is a sentence", () => {
  expect(
    sentencesOf("Next steps that we agreed on in the meeting with the whole team\n- book the room\n- call Acme"),
  ).toHaveLength(3);
});

test("text in other scripts is split into sentences", () => {
  expect(sentencesOf("会议在三点。请带电脑。")).toEqual(["会议在三点。", "请带电脑。"]);
  expect(sentencesOf("बैठक सोमवार को है। कृपया आइए।")).toHaveLength(2);
});

test("a sentence may begin in lower case", () => {
  expect(splitTyped("its 4 pages. also whats the limit")).toEqual(["its 4 pages.", "also whats the limit"]);
  expect(splitTyped("open daily incl. sundays")).toEqual(["open daily incl. sundays"]);
});

test("a letter that names a place ends a sentence, an initial does not", () => {
  expect(sentencesOf("Please use car park B. Line managers know.")).toEqual([
    "Please use car park B.",
    "Line managers know.",
  ]);
  expect(sentencesOf("We act for Mr R. Eastman.")).toHaveLength(1);
});
