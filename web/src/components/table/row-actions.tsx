import { t } from "@intellibox/contract/text/t";
import { MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";

type RowActionsProps = {
  /** The name of the row's item: "Acme Traders". */
  name: string;
  onEdit: () => void;
  /** Further actions, between Edit and Delete. On a phone they and Delete are in a menu, because a row has no room for five buttons. */
  more?: readonly MenuEntry[];
  /** Absent if the user may not delete. */
  onRemove?: (() => void) | undefined;
  /** Why this item cannot be deleted. */
  keptBecause?: string | undefined;
};

/** The buttons at the end of a row of users, plans or companies. */
export function RowActions({ name, onEdit, more = [], onRemove, keptBecause }: RowActionsProps) {
  const remove = onRemove && { label: t("Delete {name}", { name }), Icon: Trash2, refusal: keptBecause, run: onRemove };
  return (
    <>
      <IconButton
        size="icon-sm"
        label={t("Edit {name}", { name })}
        icon={<Pencil className="size-4" aria-hidden="true" />}
        onClick={onEdit}
      />
      <span className={more.length > 0 ? "flex gap-1 max-md:hidden" : "contents"}>
        {[...more, ...(remove ? [remove] : [])].map(({ label, Icon, refusal, run }) => (
          <IconButton
            key={label}
            size="icon-sm"
            label={refusal ?? label}
            disabled={refusal !== undefined}
            icon={<Icon className="size-4" aria-hidden="true" />}
            onClick={run}
          />
        ))}
      </span>
      {more.length > 0 && (
        <Menu
          label={t("More for {name}", { name })}
          trigger={
            <IconButton
              size="icon-sm"
              className="md:hidden"
              label={t("More for {name}", { name })}
              icon={<MoreHorizontal className="size-4" aria-hidden="true" />}
            />
          }
          groups={[more, remove ? [remove] : []]}
        />
      )}
    </>
  );
}
