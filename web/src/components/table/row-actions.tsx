import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../ui/button.tsx";

type RowActionsProps = {
  /** What the row is: "Acme Traders". */
  name: string;
  onEdit: () => void;
  /** Further buttons, between Edit and Delete. */
  children?: ReactNode;
  /** Absent where the person may not. */
  onRemove?: (() => void) | undefined;
  /** Why this one cannot be deleted, where it cannot. */
  keptBecause?: string | undefined;
};

/** The buttons at the end of a row of people, plans or companies. */
export function RowActions({ name, onEdit, children, onRemove, keptBecause }: RowActionsProps) {
  return (
    <>
      <IconButton
        size="icon-sm"
        label={`Edit ${name}`}
        icon={<Pencil className="size-4" aria-hidden="true" />}
        onClick={onEdit}
      />
      {children}
      {onRemove && (
        <IconButton
          size="icon-sm"
          label={keptBecause ?? `Delete ${name}`}
          disabled={keptBecause !== undefined}
          icon={<Trash2 className="size-4" aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </>
  );
}
