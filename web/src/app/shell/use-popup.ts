import { useState } from "react";
import { useLocation } from "react-router";

/** The navigation asked for last: the page that shows may still be the one before it. */
const askedFor = (): string => window.history.state?.key ?? "default";

/** What stands in front of the page, one at a time. A new page begins without what was open before it, and only that. */
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
    open: (name: Name) => setPopup({ name, openedAt: askedFor() }),
    close,
  };
}
