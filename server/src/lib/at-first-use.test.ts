import { expect, test, vi } from "vitest";
import { anyPattern, atFirstUse } from "./at-first-use.ts";

test("a text matches if one of the patterns matches, by the flags", () => {
  const isGreeting = anyPattern(["^hello\\b", "^servus\\b"], "i");
  expect(["Hello Ana", "servus", "Othello", ""].map(isGreeting)).toEqual([true, true, false, false]);
});

test("nothing is compiled before the first question", () => {
  const isBroken = anyPattern(["("], "");
  expect(() => isBroken("(")).toThrow(SyntaxError);
});

test("a value is made at its first use, and once", () => {
  const make = vi.fn(() => undefined);
  const value = atFirstUse(make);
  expect(make).not.toHaveBeenCalled();
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledOnce();
});
