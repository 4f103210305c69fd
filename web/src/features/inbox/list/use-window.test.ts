import { expect, test } from "vitest";
import { spanOf } from "./use-window.ts";

test("only the visible rows and a few around them are rendered, however long the list is", () => {
  const { first, end } = spanOf(96 * 50_000, 800, 96, 100_000);
  expect(first).toBeLessThanOrEqual(50_000);
  expect(end).toBeGreaterThan(50_008);
  expect(end - first).toBeLessThan(30);
});

test("the ends of the list, an empty list and a shortened list give no rows beyond the list", () => {
  expect(spanOf(0, 800, 96, 0)).toEqual({ first: 0, end: 0 });
  expect(spanOf(0, 800, 96, 3)).toEqual({ first: 0, end: 3 });
  const { first, end } = spanOf(96 * 500, 800, 96, 10);
  expect(end).toBe(10);
  expect(first).toBeLessThanOrEqual(end);
});
