import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

const narrow = "(width < 48rem)";
/** The width of the panel and its margins, on a wide page. */
const room = "lg:pe-[408px]";

/**
 * Makes room for the panel while it is open: a wide page becomes narrower, and a phone's page cannot be reached behind it. The focus
 * goes to the field, and afterwards back to where it was. Returns whether the panel covers the page.
 */
export function usePanelPlace(isOpen: boolean, field: RefObject<HTMLElement | null>): boolean {
  const isNarrow = useMedia(narrow);

  useLayoutEffect(() => {
    const frame = document.getElementById("main")?.parentElement;
    if (!isOpen || !frame) return undefined;
    frame.classList.add(room);
    frame.inert = isNarrow;
    return () => {
      frame.classList.remove(room);
      frame.inert = false;
    };
  }, [isOpen, isNarrow]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isOpen, field]);

  return isNarrow;
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const follow = () => setMatches(list.matches);
    follow();
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return matches;
}
