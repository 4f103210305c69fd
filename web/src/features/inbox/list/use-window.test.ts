import { expect, test } from "vitest";
import { spanOf } from "./use-window.ts";

test("only what is in sight and a few rows around it are drawn, however long the list", () => {
  const { first, end } = spanOf(96 * 50_000, 800, 96, 100_000);
  expect(first).toBeLessThanOrEqual(50_000);
  expect(end).toBeGreaterThan(50_008);
  expect(end - first).toBeLessThan(30);
});

test("the ends of the list, an empty list and a list that became shorter give no rows that are not there", () => {
  expect(spanOf(0, 800, 96, 0)).toEqual({ first: 0, end: 0 });
  expect(spanOf(0, 800, 96, 3)).toEqual({ first: 0, end: 3 });
  const { first, end } = spanOf(96 * 500, 800, 96, 10);
  expect(end).toBe(10);
  expect(first).toBeLessThanOrEqual(end);
});
