import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("NUL is replaced at any depth, and nothing else changes", () => {
  const given = { thread: [{ from: "a\0b", at: null, body: "x😀" }], count: 3, isKept: true };
  expect(plainText(given)).toEqual({ ...given, thread: [{ from: "a\ufffdb", at: null, body: "x😀" }] });
});
