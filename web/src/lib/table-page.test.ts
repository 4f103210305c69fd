import { expect, test } from "vitest";
import { pageCount, tablePage } from "./table-page.ts";

type Row = { name: string; size: number | null };
const rows: Row[] = [
  { name: "plan 10", size: 3 },
  { name: "Plan 2", size: null },
  { name: "plan 1", size: 20 },
];
const names = (sort: string | null, page = 1, limit = 10) =>
  tablePage(rows, { page, limit, sort, filters: {} }, (row, key) => row[key as keyof Row]).rows.map(({ name }) => name);

test("text sorts without regard to case, and numbers in it by value", () => {
  expect(names("name")).toEqual(["plan 1", "Plan 2", "plan 10"]);
  expect(names("-name")).toEqual(["plan 10", "Plan 2", "plan 1"]);
  expect(names(null)).toEqual(["plan 10", "Plan 2", "plan 1"]);
});

test("rows without a value come last in both directions", () => {
  expect(names("size")).toEqual(["plan 10", "plan 1", "Plan 2"]);
  expect(names("-size")).toEqual(["plan 1", "plan 10", "Plan 2"]);
});

test("an unknown column does not change the order", () => {
  expect(names("constructor")).toEqual(["plan 10", "Plan 2", "plan 1"]);
});

test("a page has its rows, and a page beyond the last is the last", () => {
  expect(names("name", 2, 2)).toEqual(["plan 10"]);
  expect(names("name", 99, 2)).toEqual(["plan 10"]);
  expect(pageCount(0, 10)).toBe(1);
  expect(pageCount(21, 10)).toBe(3);
});

test("the rows given are not reordered in place", () => {
  names("name");
  expect(rows[0]?.name).toBe("plan 10");
});
