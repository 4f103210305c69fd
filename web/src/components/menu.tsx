import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { KeyCaps } from "./key-cap.tsx";

export type MenuAction = {
  label: string;
  icon?: ReactNode;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  run: () => void;
};

/** A short list of actions behind one button. */
export function ActionMenu({
  trigger,
  actions,
  align = "end",
}: {
  trigger: ReactElement;
  actions: MenuAction[];
  align?: "start" | "end";
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-60 outline-none">
          <Base.Popup className="min-w-44 origin-(--transform-origin) rounded-popup bg-surface p-1 shadow-popup transition-[opacity,scale] outline-none data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0">
            {actions.map((action) => (
              <Base.Item
                key={action.label}
                disabled={action.disabled}
                onClick={action.run}
                className={classNames(
                  "flex min-h-8 cursor-default items-center gap-2.5 rounded-item px-2.5 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover pointer-coarse:min-h-11",
                  action.danger ? "text-bad" : "text-text",
                )}
              >
                {action.icon}
                <span className="flex-1">{action.label}</span>
                {action.keys && <KeyCaps keys={action.keys} />}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
