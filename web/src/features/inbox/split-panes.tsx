import { t } from "@intellibox/contract/text/t";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "#lib/class-names.ts";
import { isRightToLeft } from "#lib/direction.ts";
import { textEntry } from "#lib/storage.ts";

const entry = textEntry("intellibox.inbox.list-width");
const bounds = { min: 280, max: 640 };
/** The list's width before the user drags the divider: 320 px, growing to 392 px at 1280 px. */
const defaultWidth = "min(392px, max(320px, (100vw - 888px)))";

type SplitPanesProps = {
  list: ReactNode;
  preview: ReactNode;
  /** The pane that is shown below 1024 px. */
  shows: "list" | "preview";
};

/** List and message side by side, with a divider for mouse and keyboard; below 1024 px one at a time. */
export function SplitPanes({ list, preview, shows }: SplitPanesProps) {
  // Zero until the user moves the divider.
  const [width, setWidth] = useState(() => Number(entry.read()) || 0);
  const pane = useRef<HTMLDivElement>(null);
  const shown = useWidth(pane);
  const resize = (wanted: number) => {
    const next = Math.round(Math.min(bounds.max, Math.max(bounds.min, wanted)));
    setWidth(next);
    return next;
  };

  return (
    <div className="flex h-full min-h-0 min-w-0 flex-1">
      <div
        ref={pane}
        style={{ "--list-width": width ? `${width}px` : defaultWidth } as React.CSSProperties}
        className={classNames(
          "flex min-h-0 min-w-0 flex-col max-lg:flex-1 lg:w-(--list-width) lg:max-w-[60%] lg:shrink-0",
          shows === "preview" && "max-lg:hidden",
        )}
      >
        {list}
      </div>
      <Divider
        width={shown}
        onResize={resize}
        onSettle={(settled) => entry.write(String(settled))}
        onReset={() => {
          setWidth(0);
          entry.clear();
        }}
      />
      <div
        className={classNames("@container flex min-h-0 min-w-0 flex-1 flex-col", shows === "list" && "max-lg:hidden")}
      >
        {preview}
      </div>
    </div>
  );
}

/** The measured width of an element. */
function useWidth(element: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(bounds.min);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

type DividerProps = {
  width: number;
  /** Returns the width within its bounds. */
  onResize: (wanted: number) => number;
  onSettle: (width: number) => void;
  onReset: () => void;
};

/** A movement to the right widens the list, unless the page is written from right to left. */
const towardsEnd = () => (isRightToLeft() ? -1 : 1);

function Divider({ width, onResize, onSettle, onReset }: DividerProps) {
  const drag = useRef<{ x: number; from: number; to: number }>(null);
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, from: width, to: width };
  };
  const follow = (event: PointerEvent) => {
    if (drag.current) drag.current.to = onResize(drag.current.from + (event.clientX - drag.current.x) * towardsEnd());
  };
  const end = () => {
    if (drag.current && drag.current.to !== drag.current.from) onSettle(drag.current.to);
    drag.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -24, ArrowRight: 24 }[event.key];
    const edge = { Home: bounds.min, End: bounds.max }[event.key];
    if (step === undefined && edge === undefined) return;
    event.preventDefault();
    onSettle(onResize(edge ?? width + (step ?? 0) * towardsEnd()));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged; this is the window splitter of the ARIA guide
    <div
      role="separator"
      aria-label={t("Width of the list")}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
      onKeyDown={press}
      className="relative w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-start-1.5 before:z-10 before:w-3 hover:bg-accent focus-visible:bg-accent focus-visible:outline-offset-0 active:bg-accent max-lg:hidden"
    />
  );
}
