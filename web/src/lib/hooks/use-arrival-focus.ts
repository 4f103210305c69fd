import { useEffect, useRef } from "react";
import { useNavigationType } from "#lib/router/router.tsx";

/**
 * True after a navigation inside the app on a device with a fine pointer. After a page load the shortcuts must work at once, and
 * on touch devices the on-screen keyboard would cover half of the page.
 */
export const useIsArrival = () => useNavigationType() !== "POP" && matchMedia("(pointer: fine)").matches;

/** A popup that was opened during the navigation keeps the focus, because it closes when it loses it. */
const isInPopup = () => document.activeElement?.closest('[role="dialog"], [role="menu"], [role="listbox"]') != null;

/** Moves the focus to the first useful element of a page. */
export function useArrivalFocus(focus: () => void) {
  const first = useRef({ focus, isArrival: useIsArrival() });
  useEffect(() => {
    if (first.current.isArrival && !isInPopup()) first.current.focus();
  }, []);
}
