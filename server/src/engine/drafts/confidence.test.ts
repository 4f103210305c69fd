import { expect, test } from "vitest";
import { readIntent } from "../intents/read-intent.ts";
import { composedFrom, confidenceIn } from "./confidence.ts";
import { realize } from "./realize.ts";

const confidence = (intent: string) => {
  const read = readIntent({ intent, context: "" });
  return confidenceIn(
    read,
    read.clauses.flatMap((clause) =>
      realize(clause, { tone: "professional", isPlural: false, pick: ([first]) => first ?? "" }),
    ),
  );
};

test("an intent that was understood leaves no doubt", () => {
  expect(confidence("ask Tom to send the report by Friday")).toEqual({ score: 1, doubts: [] });
});

test.each([
  ["steamroll Ravi's budget", "some words of the intent were not understood"],
  ["tell Tom that Peter left and he must call", "a pronoun may mean the reader or somebody else"],
  ["ask Tom for the report and tell Maria to wait", "the intent addresses several people"],
])("%s leaves the doubt that %s", (intent, doubt) => {
  const { score, doubts } = confidence(intent);
  expect(doubts).toContain(doubt);
  expect(score).toBeLessThan(composedFrom);
});
