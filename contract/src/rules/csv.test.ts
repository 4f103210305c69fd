import { expect, test } from "vitest";
import { csvCell, csvLine } from "./csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["  =1+1", "'  =1+1"],
  ["\t=1+1", '"\'\t=1+1"'],
  ["\r=1+1", '"\'\r=1+1"'],
  ["＝1+1", "'＝1+1"],
  ['=HYPERLINK("http://x.test","Click")', '"\'=HYPERLINK(""http://x.test"",""Click"")"'],
])("a cell that a spreadsheet would run is escaped: %j", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test.each([
  [-5, "-5"],
  ["+12.50", "+12.50"],
  ["plain", "plain"],
  ["a,b", '"a,b"'],
  ["a;=1+1", '"a;=1+1"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  [" padded ", '" padded "'],
  [null, ""],
  [undefined, ""],
  ["नमस्ते", "नमस्ते"],
])("any other cell keeps its value: %j", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test("a row ends with CRLF (RFC 4180)", () => {
  expect(csvLine(["a", 1, null, "x,y"])).toBe('a,1,,"x,y"\r\n');
});
