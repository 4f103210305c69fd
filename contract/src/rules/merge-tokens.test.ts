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

test("the gaps and choices that drafts leave count in every language, names and marks in brackets do not", () => {
  expect(
    unfilledTokens("[accept / decline] [confirm or change] [votre réponse] [EXTERNAL] [Acme Traders] [sic] [2 items]"),
  ).toEqual(["[accept / decline]", "[confirm or change]", "[votre réponse]"]);
});
