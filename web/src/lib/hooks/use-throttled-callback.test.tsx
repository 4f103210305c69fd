import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useThrottledCallback } from "./use-throttled-callback.ts";

test.each([
  ["is left", () => dispatchEvent(new Event("pagehide"))],
  ["is hidden", () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))],
])("a delayed call is made at once if the page %s, before the draft is saved [BYD-06]", (_, leave) => {
  const order: string[] = [];
  const save = () => order.push("saved");
  document.addEventListener("visibilitychange", save);
  const { result, unmount } = renderHook(() => useThrottledCallback(() => order.push("reported")));
  result.current.schedule();
  leave();
  document.removeEventListener("visibilitychange", save);
  expect(order[0]).toBe("reported");
  leave();
  unmount();
  expect(order.filter((word) => word === "reported")).toHaveLength(1);
});

test("a delayed call is made when its component goes, and not after it was dropped", () => {
  const call = vi.fn();
  const { result, unmount } = renderHook(() => useThrottledCallback(call));
  result.current.schedule();
  result.current.cancel();
  result.current.flush();
  expect(call).not.toHaveBeenCalled();
  result.current.schedule();
  unmount();
  expect(call).toHaveBeenCalledOnce();
});
