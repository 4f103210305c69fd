import { useEffect } from "react";

/** Loads code for a later click two seconds after the page was shown, so that the click need not wait. */
export function usePreload(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 2000);
    return () => clearTimeout(timer);
  }, [load]);
}
