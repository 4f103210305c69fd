import { expect, test } from "vitest";
import { neighbourOf } from "./neighbour.ts";

const items = ["a", "b", "c", "d"].map((id) => ({ id }));
const step = (from: string, by: number | "first" | "last", place = 0) => neighbourOf(items, from, place, by)?.id;

test("next and previous stop at the ends of the list", () => {
  expect(step("b", 1)).toBe("c");
  expect(step("b", -1)).toBe("a");
  expect(step("d", 1)).toBe("d");
  expect(step("a", -1)).toBe("a");
  expect(step("b", "last")).toBe("d");
});

test("with nothing open the first message is next", () => {
  expect(step("", 1)).toBe("a");
  expect(neighbourOf([], "", 0, 1)).toBeUndefined();
});

test("a message that left the list while it was open has what took its place as next", () => {
  expect(step("gone", 1, 2)).toBe("c");
  expect(step("gone", -1, 2)).toBe("b");
});
