import { useLayoutEffect, useRef } from "react";

/**
 * A ref that holds the value of the last committed render, for callbacks that are kept longer than one render and are called
 * outside effects. For a callback that only an effect calls, use React's `useEffectEvent`.
 */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
