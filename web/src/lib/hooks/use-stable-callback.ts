import { useCallback } from "react";
import { useLatest } from "./use-latest.ts";

/**
 * Returns a function that never changes and calls the callback of the latest render. It is for callbacks that other components
 * or long-lived objects receive. React's `useEffectEvent` may not be passed on; it serves callbacks that only effects call.
 */
export function useStableCallback<Args extends unknown[], Result>(callback: (...args: Args) => Result) {
  const latest = useLatest(callback);
  return useCallback((...args: Args): Result => latest.current(...args), [latest]);
}
