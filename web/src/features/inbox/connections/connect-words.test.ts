import { connectErrors } from "@intellibox/contract/endpoints/mailboxes";
import { expect, test } from "vitest";
import { connectProblem } from "./connect-words.ts";

test("each connect error has its own sentence, with the provider's name if the error is about the provider", () => {
  const sentences = connectErrors.map((error) => connectProblem(error, "gmail"));
  expect(new Set(sentences).size).toBe(connectErrors.length);
  expect(connectProblem("denied", "outlook")).toBe("Access was declined. Nothing was connected.");
  expect(connectProblem("code", "<b>x</b>")).toBe("The provider did not accept the sign-in. Connect again.");
});

test("an unknown error in the URL shows nothing", () => {
  for (const error of [null, "", "nonsense", "constructor"]) expect(connectProblem(error, "gmail")).toBeNull();
});
