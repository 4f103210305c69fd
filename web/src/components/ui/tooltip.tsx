import {
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { KeyCaps } from "./key-cap.tsx";
import { placeBeside, type Side } from "./place-beside.ts";

type TooltipProps = {
  text: string;
  keys?: string | undefined;
  side?: Side;
  /** The control; its accessible name must be the same text. */
  children: ReactElement;
  disabled?: boolean;
};

const showAfter = 350;
/** Time to move the pointer onto the tooltip, which must then stay (WCAG 1.4.13). */
const hideAfter = 120;
/** Within this time after a tooltip, the next one along a toolbar appears without delay. */
const skipDelayFor = 400;
let lastHidden = 0;

/** Shows the name of a control and its key. Hidden from screen readers, which read the same text as the accessible name. */
export function Tooltip({ text, keys, side = "bottom", children, disabled = false }: TooltipProps) {
  const { anchor, isShown, ...events } = useShown(disabled);
  return (
    <span ref={anchor} className="contents" {...events}>
      {children}
      {isShown && <TooltipPopup anchor={anchor} text={text} keys={keys} side={side} />}
    </span>
  );
}

function useShown(disabled: boolean) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isWanted, setIsWanted] = useState(false);
  const isShown = isWanted && !disabled;

  const change = (wanted: boolean, delay: number) => {
    clearTimeout(timer.current);
    if (delay === 0) setIsWanted(wanted);
    else timer.current = setTimeout(() => setIsWanted(wanted), delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isShown) return;
    const hideOnEscape = (event: KeyboardEvent) => event.key === "Escape" && setIsWanted(false);
    document.addEventListener("keydown", hideOnEscape);
    return () => {
      lastHidden = Date.now();
      document.removeEventListener("keydown", hideOnEscape);
    };
  }, [isShown]);

  return {
    anchor,
    isShown,
    // A touch has no hover: it presses the control.
    onPointerEnter: ({ pointerType }: PointerEvent) =>
      pointerType !== "touch" && change(true, Date.now() - lastHidden < skipDelayFor ? 0 : showAfter),
    onPointerLeave: () => change(false, isShown ? hideAfter : 0),
    onPointerDown: () => change(false, 0),
    onFocus: ({ target }: FocusEvent) => target.matches(":focus-visible") && change(true, 0),
    onBlur: () => change(false, 0),
  };
}

type TooltipPopupProps = Pick<TooltipProps, "text" | "keys"> & {
  side: Side;
  anchor: React.RefObject<HTMLElement | null>;
};

/** In the browser's top layer, so that it is above every dialog and no ancestor clips it. */
function TooltipPopup({ anchor, text, keys, side }: TooltipPopupProps) {
  const popup = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = popup.current;
    const beside = anchor.current?.firstElementChild?.getBoundingClientRect();
    if (!element || !beside) return;
    element.showPopover();
    const screen = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = placeBeside(beside, element.getBoundingClientRect(), screen, { side, gap: 6 });
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [anchor, side]);
  return (
    <span
      ref={popup}
      popover="manual"
      aria-hidden="true"
      className="inset-auto m-0 items-center gap-2 rounded-item border-0 bg-surface px-2 py-1 text-xs font-normal whitespace-nowrap text-text shadow-popup transition-opacity open:flex dark:bg-active starting:open:opacity-0"
    >
      {text}
      {keys && <KeyCaps keys={keys} />}
    </span>
  );
}
