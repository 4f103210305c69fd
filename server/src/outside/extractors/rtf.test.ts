import { expect, test } from "vitest";
import { rtfToText } from "./rtf.ts";

const wrapped = (body: string) =>
  `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial Cyr;}}${body}}`;

test("paragraphs, tabs, cells and quotes are read, font tables are not", () => {
  expect(rtfToText(wrapped("One\\par Two\\tab Three\\line\\ldblquote q\\rdblquote"))).toBe("One\nTwo\tThree\n“q”");
});

test("bytes are read in the code page of the document or of the font", () => {
  expect(rtfToText(wrapped("Gr\\'fc\\'dfe"))).toBe("Grüße");
  expect(rtfToText(wrapped("{\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2} d\\'e9j\\'e0"))).toBe("Привет déjà");
  expect(rtfToText("{\\rtf1\\ansi\\ansicpg932 \\'93\\'fa\\'96{\\'7b}\\'8c\\'ea}".replace("{\\'7b}", "\\'7b"))).toBe(
    "日本語",
  );
});

test("Unicode is read and its fallback is skipped", () => {
  expect(rtfToText(wrapped("\\u8364?5 \\uc2\\u26085\\'93\\'fa."))).toBe("€5 日.");
  expect(rtfToText(wrapped("\\u-10179?\\u-8704?"))).toBe("😀");
});

test("pictures, field instructions and unknown starred groups are skipped, field results are read", () => {
  const link = '{\\field{\\*\\fldinst{HYPERLINK "http://x.org"}}{\\fldrslt{the link}}}';
  expect(rtfToText(wrapped(`a{\\pict ffd8ffe0}b{\\*\\unknown secret}c${link}`))).toBe("abcthe link");
});

test("raw bytes are stepped over, even when they look like braces", () => {
  expect(rtfToText(wrapped("a{\\pict\\bin5 }}}}}}b"))).toBe("ab");
});

test("broken RTF is read as far as possible", () => {
  expect(rtfToText("{\\rtf1 open {\\b never closed")).toBe("open never closed");
  expect(rtfToText("}}}} stray")).toBe(" stray");
  expect(rtfToText("{".repeat(200_000))).toBe("");
  expect(rtfToText("\\")).toBe("");
});
