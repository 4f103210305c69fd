import { expect, test } from "vitest";
import { dateLabels, groupByDate } from "./date-groups.ts";

/** A Wednesday. */
const now = new Date(2026, 10, 18, 9, 30);
const on = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour);

test("rows are named by their day, week, month or year", () => {
  const labelOf = dateLabels(now);
  expect(labelOf(on(2026, 11, 18, 0))).toBe("Today");
  expect(labelOf(on(2026, 11, 19))).toBe("Today");
  expect(labelOf(on(2026, 11, 17, 23))).toBe("Yesterday");
  expect(labelOf(on(2026, 11, 16, 0))).toBe("This week");
  expect(labelOf(on(2026, 11, 15, 23))).toBe("Last week");
  expect(labelOf(on(2026, 11, 9, 0))).toBe("Last week");
  expect(labelOf(on(2026, 11, 8, 23))).toBe("November");
  expect(labelOf(on(2026, 10, 31))).toBe("October");
  expect(labelOf(on(2025, 12, 31))).toBe("2025");
  expect(labelOf(on(1999, 1, 1))).toBe("1999");
});

test("on a Monday yesterday is not in this week, and in January last week may be in another year", () => {
  expect(dateLabels(on(2026, 11, 16))(on(2026, 11, 15))).toBe("Yesterday");
  expect(dateLabels(on(2026, 11, 16))(on(2026, 11, 14))).toBe("Last week");
  expect(dateLabels(on(2027, 1, 5))(on(2026, 12, 30))).toBe("Last week");
  expect(dateLabels(on(2027, 1, 5))(on(2026, 12, 27))).toBe("2026");
});

test("neighbours of one name share a group, and every row has one", () => {
  const moments = [
    on(2026, 11, 18, 8),
    on(2026, 11, 18, 7),
    on(2026, 11, 17),
    on(2026, 3, 1),
    on(2026, 3, 1),
    on(2020, 1, 1),
  ];
  expect(groupByDate(moments, now)).toEqual([
    { label: "Today", start: 0, end: 2 },
    { label: "Yesterday", start: 2, end: 3 },
    { label: "March", start: 3, end: 5 },
    { label: "2020", start: 5, end: 6 },
  ]);
  expect(groupByDate([], now)).toEqual([]);
});
