import { expect, test } from "vitest";
import { placeholders } from "./choices.ts";
import { unfilledTokens } from "./merge-tokens.ts";

test("every placeholder the product offers is found, each once, in order", () => {
  expect(unfilledTokens("Dear {FirstName}", `${placeholders.join(" ")} {FirstName}`)).toEqual([...placeholders]);
});

test("double braces and open questions count, ordinary braces and brackets do not", () => {
  expect(unfilledTokens("{{first_name}} [your answer] [1] {} { x } {1} f(){return;} [link]")).toEqual([
    "{{first_name}}",
    "[your answer]",
  ]);
});
