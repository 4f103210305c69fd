import { expect, test } from "vitest";
import { asSentence, withArticle, withObject } from "./grammar.ts";

test.each([
  ["late delivery", "the late delivery"],
  ["our proposal", "our proposal"],
  ["Project Atlas", "Project Atlas"],
  ["Q3 budget", "the Q3 budget"],
  ["invoice 4471", "invoice 4471"],
  ["tomorrow's call", "tomorrow's call"],
  ["missing the meeting", "missing the meeting"],
  ["leaking tap", "the leaking tap"],
  ["design files", "design files"],
  ["feedback", "feedback"],
  ["{LastPurchase}", "{LastPurchase}"],
])("%s after a preposition reads %s", (phrase, expected) => {
  expect(withArticle(phrase)).toBe(expected);
});

test("a hurried note becomes a sentence without losing a word", () => {
  expect(asSentence("i cant come on monday")).toBe("I can't come on Monday.");
  expect(asSentence("order 8841 delayed by 5 days because of customs")).toBe(
    "Order 8841 was delayed by 5 days because of customs.",
  );
});

test("an object gets its missing article, a pronoun gets none", () => {
  expect(withObject("fix heating")).toBe("fix the heating");
  expect(withObject("call me tomorrow")).toBe("call me tomorrow");
});
