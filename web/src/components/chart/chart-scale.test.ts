import { expect, test } from "vitest";
import { gridValues, pointAfterKey, shownLabels } from "./chart-scale.ts";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [73, [0, 20, 40, 60, 80]],
  [3120, [0, 1000, 2000, 3000, 4000]],
])("the grid up to %d has round whole values", (max, values) => {
  expect(gridValues(max)).toEqual(values);
});

test("the grid covers every value with few lines", () => {
  for (let max = 1; max < 5000; max += 7) {
    const values = gridValues(max);
    expect(values.at(-1)).toBeGreaterThanOrEqual(max);
    expect(values.length).toBeLessThanOrEqual(6);
    expect(values.every(Number.isInteger)).toBe(true);
  }
});

test("labels that would touch are left out, the last one never", () => {
  const labels = ["12 Nov", "13 Nov", "14 Nov", "15 Nov", "Today so far"];
  expect(shownLabels(labels, 200)).toEqual([0, 1, 2, 3, 4]);
  expect(shownLabels(labels, 60)).toEqual([0, 2, 4]);
  expect(shownLabels(labels, 1)).toEqual([4]);
  expect(shownLabels([], 60)).toEqual([]);
});

test("keys move from point to point and stop at the ends", () => {
  expect(pointAfterKey("ArrowRight", null, 6)).toBe(0);
  expect(pointAfterKey("ArrowRight", 6, 6)).toBe(6);
  expect(pointAfterKey("ArrowLeft", null, 6)).toBe(6);
  expect(pointAfterKey("ArrowLeft", 0, 6)).toBe(0);
  expect(pointAfterKey("Home", 4, 6)).toBe(0);
  expect(pointAfterKey("End", 4, 6)).toBe(6);
  expect(pointAfterKey("Escape", 4, 6)).toBeNull();
  expect(pointAfterKey("Escape", null, 6)).toBeUndefined();
  expect(pointAfterKey("Tab", 4, 6)).toBeUndefined();
});
