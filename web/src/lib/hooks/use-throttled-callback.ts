import { useEffect, useState } from "react";
import { useLatest } from "./use-latest.ts";

/** Serializing a long mail takes longer than a keystroke, so this runs a few times a second at most. */
const everyMs = 150;

/**
 * Delays calls of `callback` so that it runs at most once per interval. `schedule` asks for a call, `flush` makes a scheduled call
 * now, `cancel` drops it. A scheduled call is also made when the component or the page goes away, or the page is hidden.
 */
export function useThrottledCallback(callback: () => void) {
  const latest = useLatest(callback);
  const [throttled] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let calledAt = 0;
    const cancel = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const call = () => {
      cancel();
      calledAt = performance.now();
      latest.current();
    };
    return {
      cancel,
      schedule: () => {
        timer ??= setTimeout(call, Math.max(0, calledAt + everyMs - performance.now()));
      },
      flush: () => timer !== undefined && call(),
    };
  });
  useEffect(() => {
    addEventListener("pagehide", throttled.flush);
    // A phone may end a page that is not visible. The capture phase comes before the listeners that save the draft.
    addEventListener("visibilitychange", throttled.flush, true);
    return () => {
      removeEventListener("pagehide", throttled.flush);
      removeEventListener("visibilitychange", throttled.flush, true);
      throttled.flush();
    };
  }, [throttled]);
  return throttled;
}
