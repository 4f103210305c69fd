import { MessageSquare, MessagesSquare, Rows3, Rows4, SlidersHorizontal } from "lucide-react";
import { IconButton } from "#components/ui/button.tsx";
import { Menu, type MenuEntry } from "#components/ui/menu.tsx";
import type { ListLook } from "./list-look.ts";

type ListLookMenuProps = { look: ListLook; onChange: (parts: Partial<ListLook>) => void };

/** The choices of how the list looks. */
export function ListLookMenu({ look, onChange }: ListLookMenuProps) {
  const grouping: MenuEntry =
    look.group === "thread"
      ? { label: "Show single messages", Icon: MessageSquare, run: () => onChange({ group: "message" }) }
      : { label: "Show conversations", Icon: MessagesSquare, run: () => onChange({ group: "thread" }) };
  const density: MenuEntry =
    look.density === "comfortable"
      ? { label: "Compact rows", Icon: Rows4, run: () => onChange({ density: "compact" }) }
      : { label: "Comfortable rows", Icon: Rows3, run: () => onChange({ density: "comfortable" }) };
  return (
    <Menu
      label="View of the list"
      trigger={<IconButton label="View" icon={<SlidersHorizontal className="size-4" aria-hidden="true" />} />}
      groups={[[grouping, density]]}
    />
  );
}
