import { expect, test } from "vitest";
import { isStatementOf, withoutStatement } from "./second-clause.ts";

test.each([
  ["send the boxes back, the driver picks up at noon", "send the boxes back"],
  ["bring the key, my colleague lost hers", "bring the key"],
  ["sign the last page, only page 3 was in the folder", "sign the last page"],
  ["move the meeting, a lot of guests will be late", "move the meeting"],
])("a statement behind the comma is no part of the request: %s", (text, request) =>
  expect(withoutStatement(text)).toBe(request),
);

test.each([
  "send the list, the plan we made and the keys",
  "send us the report, the plans included",
  "ship the lamps, the two that broke, to Kiel",
  "send the invoice, the delivery note and the list of parts",
  "print 600, same price per piece",
])("further objects stay: %s", (text) => expect(withoutStatement(text)).toBe(text));

test("a thing is no statement", () => {
  expect(isStatementOf("Boxes B3 and B4 carry the same label")).toBe(true);
  expect(isStatementOf("Bruno's price list")).toBe(false);
  expect(isStatementOf("a plan of the pitch with measurements")).toBe(false);
});
