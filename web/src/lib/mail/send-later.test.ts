import { expect, test } from "vitest";
import { laterChoices, localInputValue } from "./send-later.ts";

test("an hour later, tomorrow at nine and Monday at nine are offered, in the local time zone", () => {
  const wednesday = new Date(2026, 10, 11, 17, 30);
  expect(laterChoices(wednesday).map(({ label, at }) => [label, localInputValue(at)])).toEqual([
    ["In one hour", "2026-11-11T18:30"],
    ["Tomorrow morning", "2026-11-12T09:00"],
    ["Monday morning", "2026-11-16T09:00"],
  ]);
});

test("on a Sunday tomorrow is Monday, and on a Monday it is the next one", () => {
  expect(laterChoices(new Date(2026, 10, 15, 12)).map(({ label }) => label)).toEqual([
    "In one hour",
    "Tomorrow morning",
  ]);
  expect(localInputValue(laterChoices(new Date(2026, 10, 16, 12))[2]?.at ?? new Date(0))).toBe("2026-11-23T09:00");
});
