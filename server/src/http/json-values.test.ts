import { expect, test } from "vitest";
import { hasMoreValues } from "./json-values.ts";

test.each([
  ["lists", `[${"[],".repeat(50)}[]]`],
  ["objects", `[${'{"a":1},'.repeat(50)}{}]`],
  ["nesting", "[".repeat(60)],
  ["numbers", `[${"1,".repeat(50)}1]`],
])("many %s are counted", (_, json) => {
  expect(hasMoreValues(json, 40)).toBe(true);
  expect(hasMoreValues(json, 200)).toBe(false);
});

test("characters within a string are not counted", () => {
  const said = JSON.stringify({ html: `${'["\\",'.repeat(100)}\\`, to: ["a", "b"] });
  expect(hasMoreValues(said, 10)).toBe(false);
  expect(hasMoreValues(`${said}${"[".repeat(20)}`, 10)).toBe(true);
  expect(hasMoreValues(`"${"[".repeat(200)}`, 10)).toBe(false);
});
