import { useEffect } from "react";

/** Fetches what a click may need once the page has come to rest, so that the click finds it there. */
export function usePreload(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 2000);
    return () => clearTimeout(timer);
  }, [load]);
}
