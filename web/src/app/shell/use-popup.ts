import { useState } from "react";
import { useLocation } from "react-router";

/** The key of the latest navigation. React may still show the page before it, while the new one loads. */
const latestNavigation = (): string => window.history.state?.key ?? "default";

/** The open popup of the shell, one at a time. A page change closes a popup that was opened before the navigation. */
export function usePopup<Name extends string>() {
  const { key } = useLocation();
  const [shownAt, setShownAt] = useState(key);
  const [popup, setPopup] = useState<{ name: Name; openedAt: string } | null>(null);
  const close = () => setPopup(null);
  if (shownAt !== key) {
    setShownAt(key);
    if (popup?.openedAt !== key) close();
  }
  return {
    popup: popup?.name ?? null,
    open: (name: Name) => setPopup({ name, openedAt: latestNavigation() }),
    close,
  };
}
