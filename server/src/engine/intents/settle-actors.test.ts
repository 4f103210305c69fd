import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) =>
  draftEmail({ intent, context: "", tone: "professional", sender: "Alex Morgan" }).body;

test.each([
  "Please confirm the date in writing, tell us how to return the two fobs",
  "We give notice on unit 118. please confirm the date in writing, tell us how to return the fobs",
  "I cancel my membership. please confirm the end date, send me the last invoice",
])("who is to tell us something is also asked to confirm: %s", (intent) => {
  const body = bodyOf(intent);
  expect(body).toMatch(/please confirm the (?:end )?date/i);
  expect(body).not.toMatch(/\b(?:we|I) (?:would like to )?confirm/i);
});

test("the writer confirms what only the reader gets", () => {
  expect(bodyOf("confirm the order to Tom and ask him to send us the delivery note")).toMatch(
    /we would like to confirm/i,
  );
});
