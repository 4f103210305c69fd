import { expect, test } from "vitest";
import { placeholders } from "./choices.ts";
import { openTokensIn, ownWordsLead, unfilledTokens } from "./merge-tokens.ts";

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

test("single nouns, capitals and scripts without capitals are gaps too", () => {
  const gaps =
    "[date] [Your answer] [Another time] [Company Name] [Recipient's Name] [Ihre Antwort] [Ihr Name] [Il Suo nome] [Ваше имя] [답변] [اسمك] [आपका नाम] [What you will do, and by when.]";
  expect(unfilledTokens(gaps)).toEqual(gaps.match(/\[[^\]]+\]/g));
  expect(unfilledTokens("[DRAFT] [New York] [Jo Park] [INC-42] [IMPORTANT] [link] [see 4] [Q3]")).toEqual(["[see 4]"]);
});

test("a token is found at its position, also in a text of hostile length", () => {
  expect(openTokensIn("Dear [your name], by [date]")).toEqual([
    { token: "[your name]", index: 5 },
    { token: "[date]", index: 21 },
  ]);
  expect(openTokensIn(`${"[{".repeat(200_000)}${"[a ".repeat(100_000)}`)).toEqual([]);
});

test("the writer's own words are a blank of any usual length", () => {
  const blank = `[${ownWordsLead}${"push the crew to hang the truss, ".repeat(10).trim()}]`;
  expect(unfilledTokens(`Hello, ${blank} Regards`)).toEqual([blank]);
  expect(unfilledTokens(`[${"no blank of ours, ".repeat(10)}]`)).toEqual([]);
});
