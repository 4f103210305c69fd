import { useEffect, useRef } from "react";
import { useStableCallback } from "./use-stable-callback.ts";

/** Events may come for every batch. A screen refetches at most this often. */
const refetchEveryMs = 700;

/** Runs on the first call, and once more after the pause if it was called meanwhile. */
export function useThrottled(run: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPending = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const request = useStableCallback(() => {
    if (timer.current !== undefined) {
      isPending.current = true;
      return;
    }
    run();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isPending.current) return;
      isPending.current = false;
      request();
    }, refetchEveryMs);
  });
  return request;
}
