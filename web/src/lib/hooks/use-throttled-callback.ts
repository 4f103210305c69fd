import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** To write out a long mail takes longer than to type a letter: the owner is told a few times a second, and before leaving. */
const tellEveryMs = 150;

export function useTelling(tell: () => void) {
  const latest = useRef(tell);
  useLayoutEffect(() => {
    latest.current = tell;
  });
  const [telling] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let toldAt = 0;
    const forget = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const tellNow = () => {
      forget();
      toldAt = performance.now();
      latest.current();
    };
    return {
      forget,
      soon: () => {
        timer ??= setTimeout(tellNow, Math.max(0, toldAt + tellEveryMs - performance.now()));
      },
      now: () => timer !== undefined && tellNow(),
    };
  });
  useEffect(() => {
    addEventListener("pagehide", telling.now);
    return () => {
      removeEventListener("pagehide", telling.now);
      telling.now();
    };
  }, [telling]);
  return telling;
}
