import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailWords, readIndexedMail } from "./mail-words.ts";

const wordsOf = (mail: Parameters<typeof mailOf>[0], tag = "") =>
  readIndexedMail(Buffer.from(mailOf(mail)), tag)
    .words.trim()
    .split(/\s+/);

test("a mail is found by its subject, people and body, and people by their role", () => {
  const words = wordsOf({
    subject: "The Invoices",
    from: "Priya Nair <priya.nair@acme.test>",
    to: "Zoë O'Brien <z@mail.globex.test>",
    text: "Pay the invoice.",
  });
  expect(words).toContain("invoic:2A,20");
  expect(words).toContain("pay:18");
  expect(words).toContain("priya:4B,6B");
  expect(words.filter((word) => word.startsWith("'"))).toEqual([
    "'subject:the'",
    "'subject:invoic'",
    ...["'from:acme.test'", "'from:nair@acme.test'", "'from:priya.nair@acme.test'"],
    ...["'to:brien'", "'to:globex.test'", "'to:mail.globex.test'", "'to:o'", "'to:z@mail.globex.test'", "'to:zoe'"],
  ]);
});

test("every word begins with its owner's tag", () => {
  const files = [{ name: "a.pdf", type: "application/pdf", content: "x" }];
  const words = wordsOf({ subject: "Invoice", from: "Pat <p@acme.test>", text: "One two", files }, "0a1b2c");
  expect(words.length).toBeGreaterThan(10);
  for (const word of words) expect(word).toMatch(/^'?0a1b2c/);
  expect(words).toContain("'0a1b2chas:attachment'");
});

test("a mail is found by each word of its files' names", () => {
  const files = [{ name: "Quote_for-Köln.v2.pdf", type: "application/pdf", content: "x" }];
  expect(wordsOf({ files }).map((word) => word.replace(/:.*/, ""))).toEqual(
    expect.arrayContaining(["quot", "koln", "v2", "pdf"]),
  );
});

test("no mail has more words than a tsvector holds", () => {
  const person = { name: "", address: "a@b.test" };
  const base = { from: person, to: [], cc: [], bcc: [], subject: "", attachments: [] };
  const han = Array.from({ length: 300_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join("");
  const numbers = Array.from({ length: 60_000 }, (_, at) => at).join(" ");
  for (const text of [han, numbers, "again ".repeat(60_000), "x".repeat(300_000)])
    expect(Buffer.byteLength(mailWords({ ...base, text }, "abcdef"))).toBeLessThan(2 << 20);
});
