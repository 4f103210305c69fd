import { type RefObject, useEffect, useState } from "react";

/** Rows rendered beyond each edge, so that fast scrolling shows no gaps. */
const overscan = 6;

export type Span = { first: number; end: number };

/** The visible rows out of `count` rows of one height, plus the overscan. */
export function spanOf(top: number, height: number, rowHeight: number, count: number): Span {
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + overscan);
  return { first: Math.min(first, end), end };
}

/**
 * The rows of a long list to render. All rows have the same height, so nothing is measured, and scrolling renders again only
 * when another row comes into view.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, rowHeight: number, count: number): Span {
  const [view, setView] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      // Rounded to whole rows, since smaller steps change nothing.
      const top = Math.floor(element.scrollTop / rowHeight) * rowHeight;
      const height = element.clientHeight;
      setView((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    element.addEventListener("scroll", measureSoon, { passive: true });
    const observer = new ResizeObserver(measureSoon);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("scroll", measureSoon);
      observer.disconnect();
    };
  }, [scroller, rowHeight]);
  return spanOf(view.top, view.height + rowHeight, rowHeight, count);
}

/** Scrolls just far enough to make a row fully visible. */
export function reveal(element: HTMLElement, index: number, rowHeight: number) {
  const top = index * rowHeight;
  const { scrollTop, clientHeight } = element;
  if (top < scrollTop) element.scrollTop = top;
  else if (top + rowHeight > scrollTop + clientHeight) element.scrollTop = top + rowHeight - clientHeight;
}
