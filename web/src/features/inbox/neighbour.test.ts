import { expect, test } from "vitest";
import { neighbourOf, type Step } from "./neighbour.ts";

const items = ["a", "b", "c", "d"].map((id) => ({ id }));
const step = (from: string, by: Step, lastIndex = 0) => neighbourOf(items, from, lastIndex, by)?.id;

test("next and previous stop at the ends of the list", () => {
  expect(step("b", 1)).toBe("c");
  expect(step("b", -1)).toBe("a");
  expect(step("d", 1)).toBe("d");
  expect(step("a", -1)).toBe("a");
  expect(step("b", "last")).toBe("d");
});

test("if no message is open, the first one is next", () => {
  expect(step("", 1)).toBe("a");
  expect(neighbourOf([], "", 0, 1)).toBeUndefined();
});

test("after the open message left the list, the message at its last index is the next one", () => {
  expect(step("gone", 1, 2)).toBe("c");
  expect(step("gone", -1, 2)).toBe("b");
});
