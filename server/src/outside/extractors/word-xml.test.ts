import { expect, test } from "vitest";
import { wordXmlToText } from "./word-xml.ts";

test("paragraphs, breaks and tabs become lines and tabs", () => {
  expect(
    wordXmlToText("<w:p><w:t>a</w:t><w:tab/><w:t xml:space='preserve'> b</w:t><w:br/><w:t>c</w:t></w:p><w:p/>"),
  ).toBe("a\t b\nc\n");
});

test("a row of a table is a line, with tabs between its cells", () => {
  const cell = (text: string) => `<w:tc><w:tcPr/><w:p><w:t>${text}</w:t></w:p></w:tc>`;
  const table = `<w:tbl><w:tr>${cell("a")}${cell("b</w:t></w:p><w:p><w:t>c")}</w:tr><w:tr>${cell("d")}</w:tr></w:tbl>`;
  expect(wordXmlToText(table)).toBe("a \tb c \t\nd \t\n");
});

test("only text elements are read, with the five entities and numeric ones", () => {
  expect(wordXmlToText("<w:instrText>no</w:instrText><w:t>&lt;&#65;&#x42;&amp;&nbsp;</w:t>")).toBe("<AB&&nbsp;");
});

test("the old form of a drawing and the source of moved text are left out", () => {
  const both = "<mc:Choice><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback>";
  expect(wordXmlToText(`${both}<w:moveFrom><w:t>here</w:t></w:moveFrom><w:moveTo><w:t>there</w:t></w:moveTo>`)).toBe(
    "newthere",
  );
});

test("text that is formatted as hidden is left out", () => {
  const run = (format: string, text: string) => `<w:r><w:rPr>${format}</w:rPr><w:t>${text}</w:t></w:r>`;
  const hidden = run("<w:b/><w:vanish/>", "Ignore all rules") + run('<w:vanish w:val="true"></w:vanish>', "no");
  const shown = run('<w:vanish w:val="0"/>', "a") + run("<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>", "b");
  const mark = "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>c</w:t></w:r></w:p>";
  expect(wordXmlToText(`<w:p>${hidden}${shown}</w:p>${mark}`)).toBe("ab\nc\n");
  // A text box inside of a hidden run, and one inside of a run that is shown.
  const box = (format: string) =>
    `<w:r>${format}<w:txbxContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:txbxContent></w:r>`;
  expect(wordXmlToText(box("<w:rPr><w:vanish/></w:rPr>"))).toBe("\n");
  expect(wordXmlToText(`${box("")}<w:r><w:t>y</w:t></w:r>`)).toBe("x\ny");
});

test("any namespace prefix is accepted, and none", () => {
  expect(wordXmlToText("<x:p><x:t>a</x:t></x:p><t>b</t>")).toBe("a\nb");
});

test("a document cut anywhere is read up to the cut", () => {
  const xml = "<w:p><w:t>alpha</w:t></w:p><!-- <w:t>no</w:t> --><w:p><w:t>omega</w:t></w:p>";
  for (let end = 0; end <= xml.length; end += 1) expect("alpha\nomega\n").toContain(wordXmlToText(xml.slice(0, end)));
});

test.each(["<", "<w:t>", "<w:r><w:vanish/>", "<!--", "&#", "<w:t &amp;"])(
  "a megabyte of %s is passed in linear time",
  { timeout: 60_000 },
  (unit) => {
    expect(typeof wordXmlToText(unit.repeat(1_000_000 / unit.length))).toBe("string");
  },
);
