import { expect, test } from "vitest";
import { type BenchRow, goalOf, leastOf, missedRatios, withGoal } from "../bench/bench-row.ts";

const row = (name: string, value: number, unit: string, rest: Partial<BenchRow> = {}): BenchRow => ({
  ...{ name, value, unit, note: "" },
  ...rest,
});

test("a figure that reads like its goal reaches it", () => {
  expect(goalOf(0.9004, 0.9)).toEqual({ goal: "≤ 0.9", verdict: "ok" });
  expect(goalOf(0.906, 0.9).verdict).toBe("short");
  expect(leastOf(0.5996, 0.6)).toEqual({ goal: "≥ 0.6", verdict: "ok" });
  expect(leastOf(0.59, 0.6).verdict).toBe("short");
});

test("a figure of a limit has the limit as its goal", () => {
  expect(withGoal(row("slow", 1.2, "of its limit"))).toMatchObject({ goal: "≤ 1", verdict: "short" });
  expect(withGoal(row("some", 1.2, "ms"))).toEqual(row("some", 1.2, "ms"));
});

test("a check refuses ratios that miss their goals, and no figures of the machine", () => {
  const rows = [
    row("missed", 3, "times", goalOf(3, 2)),
    row("reached", 1, "times", goalOf(1, 2)),
    row("without a goal", 9, "times"),
    row("slow machine", 9, "ms", goalOf(9, 1)),
    withGoal(row("over", 1.5, "of limit")),
    row("behind", 0.2, "of mbsync", leastOf(0.2, 0.6)),
    row("often", 9, "offers", goalOf(9, 1)),
  ];
  expect(missedRatios(rows).map(({ name }) => name)).toEqual(["missed", "over", "behind"]);
});
