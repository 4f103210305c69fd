import { type RefObject, useEffect, useState } from "react";

/** Rows rendered beyond each edge, so that fast scrolling shows no gaps. */
const overscan = 6;

export type Span = { first: number; end: number };

/** Positions of rows of one height if some have a head above them: `heads` are their indexes, in order. */
export type Layout = { rowHeight: number; headHeight: number; heads: readonly number[] };

export const topOf = ({ rowHeight, headHeight, heads }: Layout, index: number) =>
  index * rowHeight + headsBefore(heads, index + 1) * headHeight;

/** How many heads stand above rows before this one. */
function headsBefore(heads: readonly number[], index: number) {
  const at = heads.findIndex((head) => head >= index);
  return at < 0 ? heads.length : at;
}

/** The row at this height; a head belongs to the row below it. */
function rowAt(layout: Layout, y: number) {
  let index = Math.floor(y / layout.rowHeight);
  while (index > 0 && topOf(layout, index) - (layout.heads.includes(index) ? layout.headHeight : 0) > y) index--;
  return index;
}

/** The visible rows out of `count` rows, plus the overscan. */
export function spanOf(top: number, height: number, layout: Layout, count: number): Span {
  const first = Math.max(0, rowAt(layout, top) - overscan);
  const end = Math.min(count, rowAt(layout, top + height) + 1 + overscan);
  return { first: Math.min(first, end), end };
}

/**
 * The rows of a long list to render. All rows and all heads have one height, so nothing is measured, and scrolling renders again only
 * when another row comes into view.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, layout: Layout, count: number): Span {
  const { rowHeight } = layout;
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
  return spanOf(view.top, view.height + rowHeight, layout, count);
}

/** Scrolls just far enough to make a row fully visible, below the head that sticks to the top. */
export function reveal(element: HTMLElement, index: number, layout: Layout) {
  const top = topOf(layout, index);
  const covered = layout.heads.length > 0 ? layout.headHeight : 0;
  const { scrollTop, clientHeight } = element;
  if (top - covered < scrollTop) element.scrollTop = top - covered;
  else if (top + layout.rowHeight > scrollTop + clientHeight) element.scrollTop = top + layout.rowHeight - clientHeight;
}
