import { t } from "@intellibox/contract/text/t";
import { MessageSquare, MessagesSquare, Rows3, Rows4, SlidersHorizontal } from "lucide-react";
import { IconButton } from "#components/ui/button.tsx";
import { Menu, type MenuEntry } from "#components/ui/menu.tsx";
import type { ListLook } from "./list-look.ts";

type ListLookMenuProps = { look: ListLook; onChange: (parts: Partial<ListLook>) => void };

/** The choices of how the list looks. */
export function ListLookMenu({ look, onChange }: ListLookMenuProps) {
  const grouping: MenuEntry =
    look.group === "thread"
      ? { label: t("Show single messages"), Icon: MessageSquare, run: () => onChange({ group: "message" }) }
      : { label: t("Show conversations"), Icon: MessagesSquare, run: () => onChange({ group: "thread" }) };
  const density: MenuEntry =
    look.density === "comfortable"
      ? { label: t("Compact rows"), Icon: Rows4, run: () => onChange({ density: "compact" }) }
      : { label: t("Comfortable rows"), Icon: Rows3, run: () => onChange({ density: "comfortable" }) };
  return (
    <Menu
      label={t("View of the list")}
      trigger={<IconButton label={t("View")} icon={<SlidersHorizontal className="size-4" aria-hidden="true" />} />}
      groups={[[grouping, density]]}
    />
  );
}
