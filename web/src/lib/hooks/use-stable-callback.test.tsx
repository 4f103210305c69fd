import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useStableCallback } from "./use-stable-callback.ts";

test("the function stays the same and sees the state of the latest render", () => {
  const { result, rerender } = renderHook(({ count }) => useStableCallback((add: number) => count + add), {
    initialProps: { count: 1 },
  });
  const first = result.current;
  expect(first(1)).toBe(2);
  rerender({ count: 10 });
  expect(result.current).toBe(first);
  expect(first(1)).toBe(11);
});
