import { t } from "@intellibox/contract/text/t";
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../ui/button.tsx";

type RowActionsProps = {
  /** The name of the row's item: "Acme Traders". */
  name: string;
  onEdit: () => void;
  /** Further buttons, between Edit and Delete. */
  children?: ReactNode;
  /** Absent if the user may not delete. */
  onRemove?: (() => void) | undefined;
  /** Why this item cannot be deleted. */
  keptBecause?: string | undefined;
};

/** The buttons at the end of a row of users, plans or companies. */
export function RowActions({ name, onEdit, children, onRemove, keptBecause }: RowActionsProps) {
  return (
    <>
      <IconButton
        size="icon-sm"
        label={t("Edit {name}", { name })}
        icon={<Pencil className="size-4" aria-hidden="true" />}
        onClick={onEdit}
      />
      {children}
      {onRemove && (
        <IconButton
          size="icon-sm"
          label={keptBecause ?? t("Delete {name}", { name })}
          disabled={keptBecause !== undefined}
          icon={<Trash2 className="size-4" aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </>
  );
}
