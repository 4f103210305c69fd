import { useLayoutEffect, useRef } from "react";

/**
 * For two panes of which a narrow screen shows one. A switch may hide the focused element, and the browser then drops the focus:
 * this hook moves it to the pane that is shown. That pane gets the returned ref and `tabIndex={-1}`.
 */
export function useShownPaneFocus(pane: string) {
  const shown = useRef<HTMLElement>(null);
  const before = useRef(pane);
  useLayoutEffect(() => {
    if (before.current === pane) return;
    before.current = pane;
    // Browsers before 2024 cannot tell: there the focus stays dropped.
    if (document.activeElement?.checkVisibility?.() === false) shown.current?.focus({ preventScroll: true });
  }, [pane]);
  return shown;
}
