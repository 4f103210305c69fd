import fc from "fast-check";
import { expect, test } from "vitest";
import { compileMail } from "#outside/nodemailer.ts";
import { writeMime } from "./write-mime.ts";

const pieces = fc.constantFrom(
  "Dear Priya,",
  "a",
  ".",
  "..",
  "=",
  " ",
  "\t",
  "\n",
  "\r\n",
  "\r",
  "é",
  "日本語",
  "😀",
  "x".repeat(80),
  "From ",
  "--",
);
const words = fc.array(pieces, { maxLength: 60 }).map((list) => list.join(""));
const mail = (text: string, html: string) => ({
  messageId: "<a@b.test>",
  date: new Date(0),
  from: { name: "Ána", address: "ana@b.test" },
  to: [{ name: "", address: "ben@b.test" }],
  subject: "Samples",
  baseBoundary: "fixed",
  text,
  html,
});

/** Quoted-printable may break a line anywhere, as long as none is too long. */
async function expectSame(text: string, html: string) {
  const compiled = () => compileMail(mail(text, html));
  const written = writeMime(compiled()).toString("latin1");
  const built = (await compiled().build()).toString("latin1");
  expect(written.replaceAll("=\r\n", "")).toBe(built.replaceAll("=\r\n", ""));
  expect(Math.max(...written.split(/\r\n|\r|\n/).map((line) => line.length))).toBeLessThanOrEqual(76);
}

test("any text is written as nodemailer writes it", async () => {
  await fc.assert(fc.asyncProperty(words, words, expectSame), { numRuns: 300 });
});

test("a long mail is written as nodemailer writes it", async () => {
  const text = `${"Schöne Grüße aus Köln. ".repeat(10_000)}\n`.repeat(5);
  await expectSame(text, `<p>${text}</p>`);
});
