import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";
import type { SpokenClause } from "../intents/read-intent.ts";
import { ownWordsOf } from "./own-words.ts";

const clause = (given: Partial<SpokenClause>): SpokenClause => ({
  act: "ask",
  form: "whether",
  content: "whether you can come",
  source: "ask Mr Lund whether he can come",
  isNote: false,
  isUncertain: true,
  ...given,
});
const bodyOf = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Alex" }).body;

test("a blank holds what is to be said, not the order to say it", () => {
  expect(ownWordsOf(clause({}))).toBe("whether you can come");
  expect(ownWordsOf(clause({ act: "request", form: "to", content: "send it", condition: "if you agree" }))).toBe(
    "if you agree, send it",
  );
  expect(ownWordsOf(clause({ act: "state", form: "that", source: "the hall is shut" }))).toBe("the hall is shut");
});

test("an order number is a thing, and a name with a number is found again", () => {
  expect(bodyOf("cancel my order of 3 barrels from Brassac, order 5590")).not.toContain("[");
  expect(bodyOf("tell Mr. Osei we had a near miss at well Kestrel-3 yesterday")).toContain("Kestrel-3 yesterday.");
});

test.each([
  ["relancer M. Castaing pour la facture 77, échue depuis mai, rester courtois", /courtois/],
  ["Rechnung 44 von der Wäscherei Blank ist doppelt, bitte Storno schicken", /Guten Tag Storno/],
])("a remark on style is no demand, and a thing is not greeted: %s", (intent, wrong) =>
  expect(bodyOf(intent)).not.toMatch(wrong),
);

test("objects keep their number", () => {
  expect(bodyOf("tell the pickers to bring gloves + water")).not.toMatch(/\ba gloves/);
  expect(bodyOf("ask Hassan for a delivery note and that the truck comes early")).toMatch(/make sure that the truck/);
});
