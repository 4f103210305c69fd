import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import { KeyCaps } from "./key-cap.tsx";

type TooltipProps = {
  text: string;
  keys?: string | undefined;
  side?: "top" | "bottom" | "left" | "right";
  /** The control it explains; it must carry the same text as its accessible name. */
  children: ReactElement;
  disabled?: boolean;
};

/** What an icon means, and its key. Never the only place where something is said. */
export function Tooltip({ text, keys, side = "bottom", children, disabled = false }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger delay={350} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-70">
          <Base.Popup className="flex items-center gap-2 rounded-item bg-surface px-2 py-1 text-xs text-text shadow-popup transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 dark:bg-active">
            {text}
            {keys && <KeyCaps keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
