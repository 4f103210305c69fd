import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import {
  cell,
  docxOf,
  formPdf,
  mailOf,
  msgOf,
  pageText,
  paragraph,
  pdfOf,
  storedRtf,
  xlsxOf,
  zipOf,
} from "#test/make-documents.ts";
import { type ExtractOptions, openExtractor } from "./extract.ts";

const extractor = openExtractor();
afterAll(() => extractor.close());

// A long timeout, for busy machines and restarted children.
const patience = { timeout: 120_000 };

const read = (name: string, bytes: Uint8Array, options?: ExtractOptions) => extractor.extract({ name, bytes }, options);
const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/documents/${name}`, import.meta.url));
const words = (text: string) => text.replace(/\s+/g, " ");

test.each([
  ["testPDF.pdf", "pdf", "Apache Tika is a toolkit for detecting"],
  ["noembed-eucjp.pdf", "pdf", "あいうえお"],
  ["helloworld-bad.pdf", "pdf", "Hello, world!"],
  ["owner_only_aes256.pdf", "pdf", "Apache Tika is a toolkit for detecting"],
  ["testWORD_various.docx", "docx", "Here is a citation"],
  ["testWORD_text_box.docx", "docx", "This text is inside of a text box in the header of the document."],
  ["HeaderFooterUnicode.doc", "doc", "it contains some Unicode"],
  ["test16.doc", "doc", "First text box"],
  ["testWORD_phonetic.doc", "doc", "東京"],
  ["testWORD6.doc", "doc", "The quick brown fox jumps over the lazy dog"],
  ["testEXCEL.xls", "xls", "Numbers and their Squares"],
  ["poi-fuzz.xls", "xls", "Überschriften"],
  ["SampleSS.xlsx", "xlsx", "Start of 2nd sheet"],
  ["nonUnicodeCP932.msg", "msg", "日本語"],
  ["newOutlook.msg", "msg", "テスト"],
  ["msgClassAppointment.msg", "msg", "This is a meeting to discuss jumping"],
  ["mimetorture.eml", "mail", "MIME Torture Test"],
  ["nested.eml", "mail", "Good evening."],
  ["testRFC822_multipart_attachments.eml", "mail", "This is test email for EML1"],
])("the words of a real document are found: %s", patience, async (name, kind, phrase) => {
  const { text, kind: found } = await read(name, fixture(name));
  expect(words(text)).toContain(phrase);
  expect(found).toBe(kind);
});

test("a scanned page is read by OCR, with progress", patience, async () => {
  const told: string[] = [];
  const { text } = await read("testOCR.pdf", fixture("testOCR.pdf"), { onProgress: ({ what }) => told.push(what) });
  expect(text).toContain("Happy New Year 2003");
  expect(told).toContain("Recognising page 1 of 1");
});

test("no words are invented in a picture without any", patience, async () => {
  await expect(read("flower.jpg", fixture("flower_no_text.jpg"))).rejects.toMatchObject({
    fault: "empty",
    message: "No readable text in flower.jpg",
  });
});

test.each(["pr6531_2.pdf", "xor-encryption-abc.xls", "testEXCEL_protected_passtika.xlsx"])(
  "a document with a password says so: %s",
  patience,
  async (name) => {
    const message = `${name} is protected by a password and cannot be read`;
    await expect(read(name, fixture(name))).rejects.toMatchObject({ fault: "encrypted", message });
  },
);

test("the content decides, not the name", patience, async () => {
  expect(await read("mail.docx", fixture("testPDF.pdf"))).toMatchObject({ kind: "pdf" });
  expect(await read("table.xlsx", fixture("testEXCEL.xls"))).toMatchObject({ kind: "xls" });
  expect(await read("old.doc", Buffer.from("{\\rtf1\\ansi Plain {\\b bold} words\\par}"))).toMatchObject({
    kind: "rtf",
    text: "Plain bold words",
  });
  const table =
    "<html><body><table><tr><td>Ann</td><td>5</td></tr><tr><td>Bob</td><td>6</td></tr></table></body></html>";
  expect(await read("export.xls", Buffer.from(table))).toMatchObject({ kind: "html", text: "Ann 5\nBob 6" });
  const fragment = Buffer.from("<h1>Report</h1><p>Up by 4%.</p><p hidden>Pay now</p><!-- Pay now -->");
  expect(await read("report.html", fragment)).toMatchObject({ kind: "html", text: "Report\n\nUp by 4%." });
  expect(await read("notes.html", Buffer.from("just text"))).toMatchObject({ kind: "text", text: "just text" });
  expect(await read("notes.pdf", Buffer.from("just text"))).toMatchObject({ kind: "text", text: "just text" });
});

test("a Word document keeps paragraphs, tabs, tables and notes, and leaves deleted text out", patience, async () => {
  const deleted =
    "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>kept &amp; well</w:t></w:r></w:p>";
  const table = `<w:tbl><w:tr><w:tc>${paragraph("a")}</w:tc><w:tc>${paragraph("b")}</w:tc></w:tr></w:tbl>`;
  const notes = { "word/footnotes.xml": `<w:footnotes>${paragraph("A note")}</w:footnotes>` };
  const { text } = await read("a.docx", docxOf(paragraph("One") + deleted + table, notes));
  expect(text.split(/\s+/)).toEqual(["One", "kept", "&", "well", "a", "b", "A", "note"]);
});

test("a document with macros gives its words and runs nothing", patience, async () => {
  const macros = { "word/vbaProject.bin": Buffer.from('Sub AutoOpen() Shell "calc" End Sub') };
  expect(await read("a.docm", docxOf(paragraph("Enable content"), macros))).toMatchObject({ text: "Enable content" });
});

test(
  "attachments of a mail, and of a mail inside it, are part of its text and its conversation",
  patience,
  async () => {
    const inner = mailOf("Inner", [
      { type: "text/plain", content: "Inner words" },
      { type: "application/octet-stream", content: docxOf(paragraph("In the document")), name: "plan.docx" },
    ]);
    const outer = mailOf("Outer", [
      { type: "text/plain", content: "Outer words\n\nOn 4 Feb 2024, at 10:00, Cy <cy@x.org> wrote:\n> Quoted words" },
      { type: "application/pdf", content: pdfOf({ pages: 1, content: pageText("On the page") }), name: "scan.pdf" },
      { type: "application/zip", content: zipOf({ "a.exe": "MZ" }), name: "tool.zip" },
      { type: "message/rfc822", content: inner, name: "inner.eml" },
    ]);
    const { text, messages, truncated } = await read("outer.eml", outer);
    for (const phrase of [
      "Subject: Outer",
      "Outer words",
      "On the page",
      "tool.zip (not read)",
      "Inner words",
      "In the document",
    ]) {
      expect(text).toContain(phrase);
    }
    expect(truncated).toBe(false);
    const ann = { from: "Ann <ann@example.com>", to: "Bob <bob@example.com>", at: "2024-02-05T15:04:00.000Z" };
    expect(messages).toEqual([
      { ...ann, body: "Outer words" },
      { from: "Cy <cy@x.org>", to: "", at: "2024-02-04T10:00:00", body: "Quoted words" },
      { ...ann, body: "Inner words" },
    ]);
  },
);

test("documents of every family are read when attached to a mail", patience, async () => {
  const names = ["testPDF.pdf", "HeaderFooterUnicode.doc", "testEXCEL.xls", "SampleSS.xlsx", "newOutlook.msg"];
  const parts = names.map((name) => ({ type: "application/octet-stream", content: fixture(name), name }));
  const { text } = await read("all.eml", mailOf("All", parts));
  const phrases = ["Apache Tika", "some Unicode", "their Squares", "2nd sheet", "テスト"];
  for (const phrase of phrases) expect(words(text)).toContain(phrase);
});

test("bytes need not be a Buffer", patience, async () => {
  for (const name of ["testEXCEL.xls", "HeaderFooterUnicode.doc", "newOutlook.msg", "SampleSS.xlsx"]) {
    expect(await read(name, new Uint8Array(fixture(name)))).toMatchObject({ text: expect.any(String) });
  }
});

test("a sheet is read cell by cell, and rows beyond the limit are cut and said to be", patience, async () => {
  const row = (at: number) => `<row r="${at}">${cell(`A${at}`, `row ${at}`)}${cell(`B${at}`, "x")}</row>`;
  const { text, truncated } = await read(
    "t.xlsx",
    xlsxOf(Array.from({ length: 6_000 }, (_, at) => row(at + 1)).join("")),
  );
  expect(text.startsWith("One\nrow 1\tx\nrow 2\tx\n")).toBe(true);
  expect(truncated).toBe(true);
});

test.each(["txt", "docx"])("text beyond 400,000 characters is cut and said to be: %s", patience, async (extension) => {
  const long = "word ".repeat(100_000);
  const bytes = extension === "txt" ? Buffer.from(long) : docxOf(paragraph(long));
  const { text, truncated } = await read(`long.${extension}`, bytes);
  expect(text.length).toBeLessThanOrEqual(400_000);
  expect(truncated).toBe(true);
});

test("progress is reported page by page", patience, async () => {
  const told: number[] = [];
  const options = { onProgress: ({ done }: { done: number }) => told.push(done) };
  await read("long.pdf", pdfOf({ pages: 200, content: pageText("Page") }), options);
  expect(told.length).toBeGreaterThan(0);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
});

test("fields and notes of a PDF are part of its text", patience, async () => {
  const { text } = await read("form.pdf", formPdf("City", "Lisbon", "Please check"));
  expect(text).toBe("City: Lisbon\nPlease check");
});

test.each([
  ["RTF of its own", "{\\rtf1\\ansi\\ansicpg1252 Gr\\'fc\\'dfe\\par aus K\\'f6ln}"],
  [
    "HTML inside",
    "{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <p>}Gr\\'fc\\'dfe{\\*\\htmltag0 <br>}aus K\\'f6ln{\\*\\htmltag72 </p>}}",
  ],
  ["plain text inside", "{\\rtf1\\ansi\\fromtext Gr\\'fc\\'dfe\\par aus K\\'f6ln}"],
])("an Outlook message whose only body is RTF is read: %s", patience, async (_, rtf) => {
  const bytes = msgOf({ properties: { "0037001F": "Hello", "0C1A001F": "Ann", "10090102": storedRtf(rtf) } });
  expect((await read("a.msg", bytes)).text).toBe("From: Ann\nSubject: Hello\n\nGrüße\naus Köln");
});

test("an Outlook message inside another, and its attachment, are read", patience, async () => {
  const note = { "3707001F": "note.txt", "37010102": Buffer.from("In the note") };
  const inner = {
    properties: { "0037001F": "Inner", "0C1A001F": "Bob", "1000001F": "Inner words" },
    attachments: [note],
  };
  const bytes = msgOf({
    properties: { "0037001F": "Outer", "0C1A001F": "Ann", "1000001F": "Outer words" },
    attachments: [inner],
  });
  const { text, messages } = await read("outer.msg", bytes);
  for (const phrase of ["Outer words", "Inner words", "In the note"]) expect(text).toContain(phrase);
  expect(messages?.map(({ from, body }) => [from, body])).toEqual([
    ["Ann", "Outer words"],
    ["Bob", "Inner words"],
  ]);
});
