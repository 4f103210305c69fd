import { type RefObject, useEffect, useState } from "react";

/** Rows drawn beyond each edge, so that a flick of the wheel finds them there. */
const overscan = 6;

export type Span = { first: number; end: number };

/** Which of `count` rows of one height are in sight, with some to spare. */
export function spanOf(top: number, height: number, rowHeight: number, count: number): Span {
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + overscan);
  return { first: Math.min(first, end), end };
}

/**
 * The rows of a long list that are worth drawing. All rows are equally high, so nothing has to be measured, and scrolling
 * draws anew only when another row comes into reach.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, rowHeight: number, count: number): Span {
  const [view, setView] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      // In whole rows: smaller steps change nothing that is drawn.
      const top = Math.floor(element.scrollTop / rowHeight) * rowHeight;
      const height = element.clientHeight;
      setView((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    element.addEventListener("scroll", soon, { passive: true });
    const observer = new ResizeObserver(soon);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("scroll", soon);
      observer.disconnect();
    };
  }, [scroller, rowHeight]);
  return spanOf(view.top, view.height + rowHeight, rowHeight, count);
}

/** Scrolls so far that a row is wholly in sight, and no further. */
export function reveal(element: HTMLElement, index: number, rowHeight: number) {
  const top = index * rowHeight;
  const { scrollTop, clientHeight } = element;
  if (top < scrollTop) element.scrollTop = top;
  else if (top + rowHeight > scrollTop + clientHeight) element.scrollTop = top + rowHeight - clientHeight;
}
