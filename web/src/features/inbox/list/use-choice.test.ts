import { expect, test } from "vitest";
import { noChoice, ranged, toggled } from "./use-choice.ts";

const order = ["a", "b", "c", "d"];

test("a message is chosen and let go of again; the last one ends the choosing", () => {
  const one = toggled(noChoice, "b");
  expect([...one.ids]).toEqual(["b"]);
  expect(one.isOn).toBe(true);
  expect(toggled(one, "b")).toMatchObject({ isOn: false });
});

test("with Shift everything between the last chosen and this one is chosen, in either direction", () => {
  const from = toggled(noChoice, "c");
  expect([...ranged(from, "a", order).ids].sort()).toEqual(["a", "b", "c"]);
  expect([...ranged(from, "d", order).ids].sort()).toEqual(["c", "d"]);
});

test("a range from a message that is gone chooses the one that was pressed", () => {
  const gone = toggled(noChoice, "z");
  expect([...ranged(gone, "b", order).ids].sort()).toEqual(["b", "z"]);
});
