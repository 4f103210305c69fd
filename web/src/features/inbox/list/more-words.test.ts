import { expect, test } from "vitest";
import { moreWords } from "./more-words.ts";

test("a selection of all loaded rows says so, and offers the rest up to the most that one action takes", () => {
  const of = (chosen: number, loaded: number, hasMore: boolean, total?: number) =>
    moreWords({ chosen, loaded, hasMore, total });
  expect(of(50, 50, true, 120)).toEqual({
    words: "Only the 50 that are loaded are selected.",
    action: "Select all 120",
  });
  expect(of(50, 50, true)?.action).toBe("Select the newest 500");
  expect(of(50, 50, true, 900)?.action).toBe("Select the newest 500");
  expect(of(500, 550, true)).toEqual({ words: "500 is the most that can be changed at once." });
  for (const none of [of(0, 0, false), of(49, 50, true), of(50, 50, false), of(500, 500, false)])
    expect(none).toBeUndefined();
});
