import { expect, test } from "vitest";
import { maxRecipients, parseRecipients, recipientsProblem } from "./recipients.ts";

test("a comma-separated line becomes a list without duplicates", () => {
  expect(parseRecipients(" a@b.co, d@e.co;A@b.co ,, ")).toEqual({ addresses: ["a@b.co", "d@e.co"], invalid: [] });
});

test("invalid addresses are named", () => {
  const typed = parseRecipients(["ana@acme.test", "nobody", "x@y"]);
  expect(typed).toEqual({ addresses: ["ana@acme.test"], invalid: ["nobody", "x@y"] });
  expect(recipientsProblem(typed)).toBe("Not valid email addresses: nobody and 1 more");
});

test("line breaks, quotes, brackets and control characters never get into an address", () => {
  for (const hostile of [
    "a@b.co\r\nBcc: c@d.co",
    "a@b.co\nc@d.co",
    "<a@b.co>",
    '"a b"@c.co',
    "a@b.co\u0000",
    "a\u0007b@c.co",
    `${"a".repeat(250)}@b.co`,
  ]) {
    const { addresses, invalid } = parseRecipients([hostile]);
    expect(addresses).toEqual([]);
    expect(invalid).toHaveLength(1);
    expect(recipientsProblem({ addresses, invalid })).toMatch(/^Not a valid email address: [^\r\n]*$/);
  }
});

test("a list beyond the limit is refused, one at the limit is not", () => {
  const list = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@example.com`);
  expect(recipientsProblem(parseRecipients(list(maxRecipients)))).toBeUndefined();
  expect(recipientsProblem(parseRecipients(list(10_000)))).toBe("At most 100 recipients can be addressed at once.");
});
