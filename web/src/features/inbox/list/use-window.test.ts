import { expect, test } from "vitest";
import { spanOf, topOf } from "./use-window.ts";

const plain = { rowHeight: 96, headHeight: 28, heads: [] };

test("only the visible rows and a few around them are rendered, however long the list is", () => {
  const { first, end } = spanOf(96 * 50_000, 800, plain, 100_000);
  expect(first).toBeLessThanOrEqual(50_000);
  expect(end).toBeGreaterThan(50_008);
  expect(end - first).toBeLessThan(30);
});

test("the ends of the list, an empty list and a shortened list give no rows beyond the list", () => {
  expect(spanOf(0, 800, plain, 0)).toEqual({ first: 0, end: 0 });
  expect(spanOf(0, 800, plain, 3)).toEqual({ first: 0, end: 3 });
  const { first, end } = spanOf(96 * 500, 800, plain, 10);
  expect(end).toBe(10);
  expect(first).toBeLessThanOrEqual(end);
});

test("heads move the rows below them, and rows that are in view are rendered wherever heads stand", () => {
  const layout = { rowHeight: 50, headHeight: 30, heads: [0, 2, 100, 101] };
  expect([0, 1, 2, 3, 100, 101, 102].map((index) => topOf(layout, index))).toEqual([
    30, 80, 160, 210, 5090, 5170, 5220,
  ]);
  for (let top = 0; top < 10_000; top += 13) {
    const { first, end } = spanOf(top, 300, layout, 150);
    const inView = Array.from({ length: 150 }, (_, index) => index).filter(
      (index) => topOf(layout, index) + 50 > top && topOf(layout, index) < top + 300,
    );
    for (const index of inView) expect(index >= first && index < end).toBe(true);
    expect(end - first).toBeLessThan(25);
  }
});
