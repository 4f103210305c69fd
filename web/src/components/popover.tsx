import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";

type PopoverProps = {
  trigger: ReactElement;
  /** Names the panel for screen readers. */
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string;
};

/** A small panel that belongs to a button; closes on Esc, on an outside click and when focus leaves. */
export function Popover({ trigger, label, children, open, onOpenChange, align = "end", className }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-60">
          <Base.Popup
            aria-label={label}
            className={classNames(
              "max-w-(--available-width) origin-(--transform-origin) rounded-popup bg-surface shadow-popup transition-[opacity,scale] outline-none data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0",
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
