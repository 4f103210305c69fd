import { expect, test } from "vitest";
import { readCsv } from "./read-csv.ts";

const table = [["Email", "Name"], ["ada@example.test", "Ada, Countess"]]; // biome-ignore format: a table
const cellsOf = (text: string) => readCsv(text)?.map(({ cells }) => cells);

test("files of spreadsheets are read whatever separates their cells and lines [MRG-03, PPL-16]", () => {
  expect(cellsOf('\uFEFFEmail,Name\r\nada@example.test,"Ada, Countess"\r\n')).toEqual(table);
  expect(cellsOf("Email;Name\rada@example.test;Ada, Countess\r")).toEqual(table);
  expect(cellsOf("Email\tName\n\nada@example.test\t Ada, Countess \n\t\n")).toEqual(table);
  expect(cellsOf("Email|Name\nada@example.test|Ada, Countess")).toEqual(table);
});

test("the line with which Excel names the separator is no row [MRG-03, PPL-16]", () => {
  expect(cellsOf("\uFEFFsep=;\r\nEmail;Name\r\nada@example.test;Ada, Countess\r\n")).toEqual(table);
  expect(cellsOf('"sep=,"\nEmail,Name\nada@example.test,"Ada, Countess"\n')).toEqual(table);
  expect(readCsv("sep=;\nEmail;Name\n\nada@example.test;Ada")?.map(({ line }) => line)).toEqual([2, 4]);
});

test("a row has the number of the line at which it begins [MRG-02]", () => {
  const text =
    'Email,Note\r\n\r\nada@example.test,"one\r\ntwo\r\nthree"\r\nbo@example.test,"four\nfive"\r\ncy@example.test,\r\n';
  expect(readCsv(text)?.map(({ cells, line }) => [cells[0], line])).toEqual([
    ["Email", 1],
    ["ada@example.test", 3],
    ["bo@example.test", 6],
    ["cy@example.test", 8],
  ]);
});

test("a quote that never ends is no CSV", () => {
  expect(readCsv('Email,Name\nada@example.test,"Ada\n')).toBeUndefined();
  expect(readCsv(`"${"x".repeat(200_000)}`)).toBeUndefined();
});
