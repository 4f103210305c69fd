import { connectErrors } from "@intellibox/contract/endpoints/mailboxes";
import { expect, test } from "vitest";
import { connectProblem } from "./connect-words.ts";

test("every way not to be connected has a sentence of its own, with the provider's name where it is about it", () => {
  const sentences = connectErrors.map((error) => connectProblem(error, "gmail"));
  expect(new Set(sentences).size).toBe(connectErrors.length);
  expect(connectProblem("denied", "outlook")).toBe("Microsoft was told not to give access, so nothing was connected.");
  expect(connectProblem("scope", "<b>x</b>")).toContain("left out at The provider.");
});

test("an address that somebody made up says nothing", () => {
  for (const error of [null, "", "nonsense", "constructor"]) expect(connectProblem(error, "gmail")).toBeNull();
});
