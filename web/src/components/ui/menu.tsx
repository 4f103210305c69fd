import { Menu as Base } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { KeyCaps } from "./key-cap.tsx";

export type MenuEntry = {
  label: string;
  Icon: LucideIcon;
  keys?: string | undefined;
  /** Why the entry cannot be used now; it is then shown disabled, with these words. */
  refusal?: string | undefined;
  run: () => void;
};

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement;
  label: string;
  /** Groups of entries, with a line between them. */
  groups: readonly (readonly MenuEntry[])[];
  /** For a menu that is also opened by a key. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

/** A menu of actions that belongs to a button. */
export function Menu({ trigger, label, groups, ...state }: MenuProps) {
  return (
    <Base.Root
      modal={false}
      {...(state.isOpen !== undefined && { open: state.isOpen })}
      {...(state.onOpenChange && { onOpenChange: (isOpen) => state.onOpenChange?.(isOpen) })}
    >
      <Base.Trigger render={trigger} />
      {/* A landmark of its own, because all content must be inside one and the portal is at the end of the page. */}
      <Base.Portal render={<section aria-label={label} />}>
        <Base.Positioner align="end" sideOffset={6} className="z-60 outline-none">
          <Base.Popup
            aria-label={label}
            className="max-h-(--available-height) min-w-56 max-w-(--available-width) origin-(--transform-origin) overflow-y-auto rounded-popup bg-surface p-1 shadow-popup transition-[opacity,scale] outline-none data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            {groups
              .filter((entries) => entries.length > 0)
              .map((entries, index) => (
                <Base.Group key={entries[0]?.label}>
                  {index > 0 && <Base.Separator className="my-1 h-px bg-line" />}
                  {entries.map((entry) => (
                    <Entry key={entry.label} entry={entry} />
                  ))}
                </Base.Group>
              ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ entry: { label, Icon, keys, refusal, run } }: { entry: MenuEntry }) {
  return (
    <Base.Item
      disabled={refusal !== undefined}
      // After the menu has returned the focus, so that what is opened can take it.
      onClick={() => setTimeout(run)}
      className="flex min-h-8 cursor-default items-center gap-2.5 rounded-item px-2.5 py-1 text-sm text-text outline-none select-none data-highlighted:bg-hover data-disabled:text-text-3 pointer-coarse:min-h-11"
    >
      <Icon className="size-4 shrink-0 text-text-3" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {label}
        {refusal && <span className="block text-xs text-text-3">{refusal}</span>}
      </span>
      {keys && !refusal && <KeyCaps keys={keys} className="ms-4" />}
    </Base.Item>
  );
}
