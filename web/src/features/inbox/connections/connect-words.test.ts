import { connectErrors } from "@intellibox/contract/endpoints/mailboxes";
import { expect, test } from "vitest";
import { connectProblem } from "./connect-words.ts";

test("every way not to be connected has a sentence of its own, with the provider's name where it is about it", () => {
  const sentences = connectErrors.map((error) => connectProblem(error, "gmail"));
  expect(new Set(sentences).size).toBe(connectErrors.length);
  expect(connectProblem("denied", "outlook")).toBe("Access was declined. Nothing was connected.");
  expect(connectProblem("code", "<b>x</b>")).toBe("The provider did not accept the sign-in. Connect again.");
});

test("an address that somebody made up says nothing", () => {
  for (const error of [null, "", "nonsense", "constructor"]) expect(connectProblem(error, "gmail")).toBeNull();
});
