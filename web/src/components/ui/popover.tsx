import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import { classNames } from "#lib/class-names.ts";

type PopoverProps = {
  /** The button that opens and closes the panel. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  /** Names the panel for screen readers. */
  label: string;
  /** Which edges of button and panel are aligned; the right ones by default. */
  align?: "start" | "end";
  children: (close: () => void) => ReactNode;
  className?: string;
};

const gap = 6;
const margin = 8;

/** A small panel that belongs to a button. It closes on Esc, on an outside click and when the focus leaves. */
export function Popover({ trigger, label, align = "end", children, className }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => panel.current?.hidePopover();

  return (
    <>
      {cloneElement(trigger, { popoverTarget: id, "aria-haspopup": "dialog", "aria-expanded": isOpen })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        data-open={isOpen || undefined}
        tabIndex={-1}
        onBeforeToggle={({ currentTarget, newState }) => {
          if (newState !== "open") return;
          positionPanel(currentTarget, align);
          setIsOpen(true);
        }}
        // The content is removed only after the panel has closed, so that the browser can return the focus to the button.
        onToggle={({ currentTarget, newState }) => {
          if (newState === "open") currentTarget.focus();
          else setIsOpen(false);
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
        }}
        className={classNames(
          "inset-auto m-0 max-w-[calc(100vw-16px)] overflow-y-auto rounded-popup border-0 bg-surface p-0 text-text shadow-popup transition-[opacity,scale] outline-none starting:open:scale-98 starting:open:opacity-0",
          className,
        )}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}

/** Positions the panel below its button, or above a button in the lower part of the screen. */
function positionPanel(panel: HTMLElement, align: "start" | "end") {
  const button = panel.previousElementSibling?.getBoundingClientRect();
  if (!button) return;
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = button.bottom < clientHeight * 0.6;
  const from = Math.round(isBelow ? button.bottom + gap : clientHeight - button.top + gap);
  panel.style.top = isBelow ? `${from}px` : "auto";
  panel.style.bottom = isBelow ? "auto" : `${from}px`;
  if (align === "start") panel.style.left = `${Math.round(button.left)}px`;
  else panel.style.right = `${Math.max(margin, Math.round(clientWidth - button.right))}px`;
  panel.style.maxHeight = `calc(100dvh - ${from + margin}px)`;
}
