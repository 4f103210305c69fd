import { expect, it } from "vitest";
import { changedShare } from "./changed-share.ts";

it.each([
  ["Hi Meera, thank you.", "Hi Meera, thank you.", 0],
  ["Hi Meera, thank you.", "Hi  Meera,\n\nthank you.", 0],
  ["one two three four", "one two THREE four", 0.25],
  ["one two three four", "one two four", 0.25],
  ["one two", "one two three four", 0.5],
  ["नमस्ते मीरा जी", "नमस्ते राधा जी", 1 / 3],
  ["one two", "", 1],
  ["", "one two", 1],
  ["", "", 0],
])("of %j and %j is the share of changed words [FBK-02]", (draft, sent, share) =>
  expect(changedShare(draft, sent)).toBeCloseTo(share),
);

it("is bounded for a very long text [FBK-02]", () => {
  const text = "word ".repeat(50_000);
  expect(changedShare(text, `${text}more`)).toBeCloseTo(1 / 50_001);
  expect(changedShare(text, "other")).toBe(1);
});
