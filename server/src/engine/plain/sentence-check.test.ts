import { expect, test } from "vitest";
import { englishCheckWords } from "./check-words.ts";
import { type Doubt, doubtOf } from "./sentence-check.ts";

const tamsin = { name: "Tamsin Reyes", isPerson: true, gender: "she" as const };
const doubt = (sentence: string, before = "") =>
  doubtOf(sentence, { reader: tamsin, words: englishCheckWords, before });

const doubtful: [string, Doubt][] = [
  ["Tamsin Reyes.", "name"],
  ["Reyes -", "name"],
  ["To Tamsin.", "addressing"],
  ["For all staff.", "addressing"],
  ["contact: Tamsin Reyes", "addressing"],
  ["Goes to whole crew.", "order"],
  ["Tell Tamsin that it is late.", "order"],
  ["Own it: our mistake.", "order"],
  ["I am writing to you about your reject offer.", "order"],
  ["Please need it by Monday.", "please"],
  ["Please 3 boxes are missing.", "please"],
  ["Call sheet chg for Thursday.", "shorthand"],
  ["Lease unit 6 -> not signed.", "shorthand"],
  ["She is not to contact the court.", "pronoun"],
  ["Can fit Thursday at nine.", "broken"],
  ["I can offer you a valid until end of March.", "broken"],
  ["Boiler part in.", "verbless"],
  ["Temporary password sent by SMS.", "verbless"],
];
test.each(doubtful)("“%s” is doubtful: %s", (sentence, expected) => {
  expect(doubt(sentence)).toBe(expected);
});

test.each([
  "Thank you for the drawings.",
  "Please bring the old X-rays.",
  "Please do not park in the yard.",
  "The boiler part has arrived.",
  "Could you please check the heads tonight?",
  "We need the signature by 30 November.",
  "The van cost £400 and left Dover at 7:30 pm.",
  "You were late 4 times this month.",
])("“%s” is not doubtful", (sentence) => {
  expect(doubt(sentence)).toBeUndefined();
});

test("a pronoun may mean another person who was named before", () => {
  expect(doubt("She will call you.", "I spoke to Dr Okonjo.")).toBeUndefined();
});
