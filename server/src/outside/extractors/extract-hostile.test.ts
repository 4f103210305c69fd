import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import {
  cell,
  docxOf,
  endlessMail,
  mailOf,
  pageText,
  paragraph,
  pdfBomb,
  pdfOf,
  pngOf,
  xlsxOf,
  zipOf,
} from "#test/make-documents.ts";
import { openExtractor } from "./extract.ts";

const extractor = openExtractor();
afterAll(() => extractor.close());

const patience = { timeout: 120_000 };
const read = (name: string, bytes: Uint8Array) => extractor.extract({ name, bytes });
const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/documents/${name}`, import.meta.url));
const blanks = Buffer.alloc(90_000_000, " ");

test("a document or workbook that inflates without end is too large", patience, async () => {
  const bomb = { "word/document.xml": blanks };
  await expect(read("bomb.docx", zipOf(bomb))).rejects.toMatchObject({ fault: "too_large" });
  const hidden = docxOf(paragraph("Harmless"), { "word/media/a.bin": blanks, "word/media/b.bin": blanks });
  await expect(read("bomb.docx", hidden)).rejects.toMatchObject({ fault: "too_large" });
  const sheet = { "xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": blanks };
  await expect(read("bomb.xlsx", zipOf(sheet))).rejects.toMatchObject({ fault: "too_large" });
});

test("an archive of thousands of entries is too large", patience, async () => {
  const entries = Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`word/${at}.xml`, ""]));
  await expect(read("many.docx", zipOf(entries))).rejects.toMatchObject({ fault: "too_large" });
});

test("a page that inflates to two gigabytes ends its child, and the next file is read", patience, async () => {
  await expect(read("bomb.pdf", pdfBomb())).rejects.toMatchObject({
    fault: expect.stringMatching(/^(oom|too_large|timeout|empty)$/),
  });
  expect(await read("after.txt", Buffer.from("still here"))).toMatchObject({ text: "still here" });
});

test("entities are not expanded: a billion laughs stay one", patience, async () => {
  const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  const prolog = `<!DOCTYPE x [<!ENTITY l0 "ha">${levels}]>`;
  const outcome = await read(
    "laughs.xlsx",
    xlsxOf(`<row r="1">${cell("A1", "&l9;")}${cell("B1", "after")}</row>`, { prolog }),
  ).catch((error: unknown) => error);
  expect(outcome).toSatisfy((got: { text?: string; fault?: string }) => (got.text ?? "").length < 1_000);
  const word = { "word/document.xml": `${prolog}<w:document>${paragraph("&l9; end")}</w:document>` };
  expect(await read("laughs.docx", zipOf(word))).toMatchObject({ text: "&l9; end" });
});

test("a picture of 30,000 by 30,000 pixels is refused by its header", patience, async () => {
  await expect(read("huge.png", pngOf(30_000, 30_000))).rejects.toMatchObject({ fault: "too_large" });
});

test("of ten thousand pages two hundred are read, and the text is marked as truncated", patience, async () => {
  const { text, truncated } = await read("book.pdf", pdfOf({ pages: 10_000, content: pageText("One page") }));
  expect(text.match(/One page/g)).toHaveLength(200);
  expect(truncated).toBe(true);
});

test("twenty thousand nested elements overflow nothing", patience, async () => {
  const deep =
    "<w:sdt><w:sdtContent>".repeat(20_000) + paragraph("Deep inside") + "</w:sdtContent></w:sdt>".repeat(20_000);
  expect(await read("deep.docx", docxOf(deep))).toMatchObject({ text: "Deep inside" });
});

test("mails nested without end are read to a depth and not further", patience, async () => {
  let mail = mailOf("Innermost", [{ type: "text/plain", content: "the bottom" }]);
  for (let level = 1; level <= 20; level += 1) {
    mail = mailOf(`Level ${level}`, [{ type: "message/rfc822", content: mail, name: "inner.eml" }]);
  }
  const { text, truncated } = await read("russian doll.eml", mail);
  expect(text).toContain("Subject: Level 17");
  expect(text).not.toContain("the bottom");
  expect(truncated).toBe(true);
});

test("a mail of hundreds of attachments gives the first ones", patience, async () => {
  const parts = Array.from({ length: 300 }, (_, at) => ({
    type: "text/plain",
    content: `part ${at}.`,
    name: `${at}.txt`,
  }));
  const { text, truncated } = await read("many.eml", mailOf("Many", parts));
  expect(text).toContain("part 39.");
  expect(text).not.toContain("part 40.");
  expect(truncated).toBe(true);
});

test("a single cell at the far corner of a sheet costs nothing", patience, async () => {
  const rows = `<row r="1">${cell("A1", "near")}</row><row r="1048576">${cell("XFD1048576", "far")}</row>`;
  expect(await read("corner.xlsx", xlsxOf(rows))).toMatchObject({ text: expect.stringContaining("near") });
});

test("random bytes are no text, whatever their name", patience, async () => {
  for (const name of ["a.txt", "a.eml", "a.docx", "a"]) {
    await expect(read(name, Buffer.concat([Buffer.from([1, 2, 3, 0]), randomBytes(4_096)]))).rejects.toMatchObject({
      fault: "unsupported",
      message: `${name} is not a kind of file that can be read`,
    });
  }
});

test("an empty file has no readable text", patience, async () => {
  const nothing = { fault: "empty", message: "No readable text in a.txt" };
  await expect(read("a.txt", new Uint8Array())).rejects.toMatchObject(nothing);
  await expect(read("a.txt", Buffer.from(" \r\n\t "))).rejects.toMatchObject(nothing);
});

test("a file above 25 MB is refused without being sent anywhere", async () => {
  const huge = new Uint8Array(25 * 1024 * 1024 + 1);
  await expect(read("huge.txt", huge)).rejects.toMatchObject({ fault: "too_large" });
});

test.each([
  "testPDF.pdf",
  "SampleSS.xlsx",
  "testWORD_various.docx",
  "HeaderFooterUnicode.doc",
  "testEXCEL.xls",
  "newOutlook.msg",
])("half of a document is read as far as possible or reported as damaged: %s", patience, async (name) => {
  const whole = fixture(name);
  for (const share of [0.1, 0.5, 0.9]) {
    const outcome = await read(name, whole.subarray(0, whole.length * share)).catch((error: unknown) => error);
    expect(outcome).toSatisfy((got: { text?: string; fault?: string }) => {
      return (
        got.text !== undefined ||
        ["corrupt", "empty", "unsupported", "encrypted", "too_large"].includes(got.fault ?? "")
      );
    });
  }
});

test("a document damaged in the middle gives the text before the damage, marked as truncated", patience, async () => {
  // Words that hardly repeat: well packed ones would all lie behind the damage.
  const lines = Array.from({ length: 5_000 }, (_, at) =>
    paragraph(`line ${at} ${Math.imul(at, 0x9e3779b1).toString(36)}`),
  );
  const bytes = docxOf(lines.join(""));
  const middle = Math.floor(bytes.length / 2);
  bytes.fill(0xff, middle, middle + 2_000);
  const { text, truncated } = await read("damaged.docx", bytes);
  expect(text).toContain("line 100 ");
  expect(text).not.toContain("line 4999 ");
  expect(truncated).toBe(true);
});

test("an archive with a password, and one of another kind, are told apart", patience, async () => {
  await expect(read("a.docx", zipOf({ "word/document.xml": "x" }, { flags: 1 }))).rejects.toMatchObject({
    fault: "encrypted",
  });
  await expect(read("a.docx", zipOf({ "ppt/slides/slide1.xml": "x" }))).rejects.toMatchObject({ fault: "unsupported" });
});

test("a file that takes too long is given up, and the next one is read", patience, async () => {
  // Loading the mail parser alone takes longer.
  const hurried = openExtractor({ textMs: 1 });
  await expect(hurried.extract({ name: "endless.eml", bytes: endlessMail() })).rejects.toMatchObject({
    fault: "timeout",
    message: "endless.eml took too long to read",
  });
  await hurried.close();
  expect(await read("after.txt", Buffer.from("still here"))).toMatchObject({ text: "still here" });
});

test("bad files among good ones harm only themselves", patience, async () => {
  const files: [string, Buffer][] = [
    ["good.txt", Buffer.from("good")],
    ["bomb.docx", zipOf({ "word/document.xml": blanks })],
    ["broken.pdf", Buffer.from("%PDF-1.7\nnothing")],
    ["good.docx", docxOf(paragraph("fine"))],
  ];
  const outcomes = await Promise.allSettled(files.map(([name, bytes]) => read(name, bytes)));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
});

test("a mail of very many parts is read as far as its first ones", patience, async () => {
  const parts = Array.from({ length: 20_000 }, (_, n) => `--b\r\n\r\npart ${n}\r\n`).join("");
  const head = "Message-ID: <a@b>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n";
  const { text, truncated } = await read("parts.eml", Buffer.from(head + parts));
  expect(text).toContain("part 0");
  expect(text).not.toContain("part 10000");
  expect(truncated).toBe(true);
});

test("a page of elements within elements is read by its words", patience, async () => {
  const page = `<html><p>word</p>${"<div>".repeat(20_000)}deep`;
  expect(await read("deep.html", Buffer.from(page))).toMatchObject({ kind: "html", text: "word\n\ndeep" });
});

test("a program is not read as text, whatever is in it", async () => {
  for (const name of ["virus.exe", "Invoice.PDF.exe", "run.ps1"])
    await expect(read(name, Buffer.from("just words"))).rejects.toMatchObject({ fault: "unsupported" });
});
