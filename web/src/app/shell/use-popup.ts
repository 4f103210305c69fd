import { useEffect, useState } from "react";
import { useLatestLocation, useLocation } from "#lib/router/router.tsx";

/** The open popup of the shell, one at a time. A page change closes a popup that was opened before the navigation. */
export function usePopup<Name extends string>() {
  const { key } = useLocation();
  const latest = useLatestLocation();
  const [shownAt, setShownAt] = useState(key);
  const [popup, setPopup] = useState<{ name: Name; openedAt: string } | null>(null);
  const close = () => setPopup(null);
  if (shownAt !== key) {
    setShownAt(key);
    if (popup?.openedAt !== key) close();
  }
  // Back before the next page was shown leads to the same key again.
  useEffect(() => {
    const closeAny = () => setPopup(null);
    window.addEventListener("popstate", closeAny);
    return () => window.removeEventListener("popstate", closeAny);
  }, []);
  return {
    popup: popup?.name ?? null,
    open: (name: Name) => setPopup({ name, openedAt: latest().key }),
    close,
  };
}
