import { expect, test } from "vitest";
import { noChoice, ranged, toggled } from "./use-choice.ts";

const order = ["a", "b", "c", "d"];

test("toggling selects and deselects a message; deselecting the last one ends the selection", () => {
  const one = toggled(noChoice, "b");
  expect([...one.ids]).toEqual(["b"]);
  expect(one.isOn).toBe(true);
  expect(toggled(one, "b")).toMatchObject({ isOn: false });
});

test("Shift selects everything between the last selected message and this one, in either direction", () => {
  const from = toggled(noChoice, "c");
  expect([...ranged(from, "a", order).ids].sort()).toEqual(["a", "b", "c"]);
  expect([...ranged(from, "d", order).ids].sort()).toEqual(["c", "d"]);
});

test("a range that starts at a deleted message selects only the clicked one", () => {
  const gone = toggled(noChoice, "z");
  expect([...ranged(gone, "b", order).ids].sort()).toEqual(["b", "z"]);
});
