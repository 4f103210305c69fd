import { useEffect, useRef } from "react";
import { useNavigationType } from "react-router";

/**
 * Whether somebody came here from within the program, with a keyboard at hand. A page that was just loaded keeps its keys, and
 * where a finger points the screen's keyboard would cover half of the page.
 */
export const useIsArrival = () => useNavigationType() !== "POP" && matchMedia("(pointer: fine)").matches;

/** A popup opened while the page was loading keeps the focus: it would close without it. */
const isInPopup = () => document.activeElement?.closest('[role="dialog"], [role="menu"], [role="listbox"]') != null;

/** Puts the focus where one goes on. */
export function useArrivalFocus(focus: () => void) {
  const first = useRef({ focus, isArrival: useIsArrival() });
  useEffect(() => {
    if (first.current.isArrival && !isInPopup()) first.current.focus();
  }, []);
}
