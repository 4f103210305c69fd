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

test("a sentence that ends in no ends there", () => {
  expect(sentencesOf("The answer is no. We stop here.")).toEqual(["The answer is no.", "We stop here."]);
});

test("lines broken by a mail program at 72 columns are put together", () => {
  const wrapped =
    "The committee has decided to move the conference to the week after Easter\nbecause the venue is not free. More soon.";
  expect(sentencesOf(wrapped)).toEqual([
    "The committee has decided to move the conference to the week after Easter because the venue is not free.",
    "More soon.",
  ]);
});

test("bullets stay lines of their own", () => {
  expect(
    sentencesOf("Next steps that we agreed on in the meeting with the whole team\n- book the room\n- call Acme"),
  ).toHaveLength(3);
});

test("sentences of other scripts are told apart", () => {
  expect(sentencesOf("会议在三点。请带电脑。")).toEqual(["会议在三点。", "请带电脑。"]);
  expect(sentencesOf("बैठक सोमवार को है। कृपया आइए।")).toHaveLength(2);
});

test("a sentence begun in lower case is still a new sentence", () => {
  expect(splitTyped("its 4 pages. also whats the limit")).toEqual(["its 4 pages.", "also whats the limit"]);
  expect(splitTyped("open daily incl. sundays")).toEqual(["open daily incl. sundays"]);
});
