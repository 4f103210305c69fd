import { expect, test } from "vitest";
import { findSentence } from "./find-sentence.ts";

function rangeIn(html: string, sentence: string) {
  const root = document.createElement("div");
  root.innerHTML = html;
  return findSentence(root, sentence)?.toString();
}

test("a sentence is found across elements and line breaks [ASK-02]", () => {
  expect(rangeIn("<p>Hi.</p><p>The boxes\n cost <b>₹48</b> each. Bye.</p>", "The boxes cost ₹48 each.")).toBe(
    "The boxes\n cost ₹48 each.",
  );
});

test("a sentence that is not in the text, or empty, is not found [ASK-02]", () => {
  expect(rangeIn("<p>The boxes cost ₹52 each.</p>", "The boxes cost ₹48 each.")).toBeUndefined();
  expect(rangeIn("<p>The boxes</p>", " ")).toBeUndefined();
  expect(rangeIn("<style>The boxes</style>", "The boxes")).toBeUndefined();
});
