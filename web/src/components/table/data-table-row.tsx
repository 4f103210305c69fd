import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { type Column, cellClass } from "./data-table-head.tsx";

type RowProps<Row> = {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  onPick: (() => void) | undefined;
  expands: boolean;
  detail: ReactNode;
  actions: ReactNode;
};

const bodyCell =
  "h-10 border-b border-line px-4 py-1 md:max-xl:px-2.5 max-md:whitespace-nowrap first:ps-4 first:whitespace-nowrap last:pe-4 md:first:ps-5 md:last:pe-5";

/** On phones the actions stay visible while the rest scrolls sideways. */
const actionsClass =
  "relative max-md:sticky max-md:end-0 max-md:border-s max-md:bg-surface max-md:px-1 max-md:last:pe-1";

export function DataTableRow<Row>({ id, row, columns, onPick, expands, detail, actions }: RowProps<Row>) {
  const isOpen = detail !== undefined;
  return (
    <>
      <tr className={classNames("relative text-text-2", onPick && "hover:bg-hover", isOpen && "bg-selected")}>
        {columns.map((column, index) => (
          <td key={column.key} className={classNames(bodyCell, cellClass(column), index === 0 && "text-text")}>
            {index === 0 && onPick ? (
              <PickButton onClick={onPick} expanded={expands ? isOpen : undefined} controls={`${id}-detail`}>
                {contentOf(row, column)}
              </PickButton>
            ) : (
              contentOf(row, column)
            )}
          </td>
        ))}
        {actions !== undefined && (
          <td className={classNames(bodyCell, actionsClass, "w-px text-end whitespace-nowrap")}>
            <div className="flex justify-end gap-1">{actions}</div>
          </td>
        )}
      </tr>
      {isOpen && (
        <tr id={`${id}-detail`}>
          <td
            colSpan={columns.length + (actions === undefined ? 0 : 1)}
            className="border-b border-line bg-subtle px-5 py-4"
          >
            {detail}
          </td>
        </tr>
      )}
    </>
  );
}

type PickButtonProps = { onClick: () => void; expanded: boolean | undefined; controls: string; children: ReactNode };

/** One button stretched over the whole row: a click works anywhere, and the row has one Tab stop. */
function PickButton({ onClick, expanded, controls, children }: PickButtonProps) {
  return (
    <button
      type="button"
      data-row
      onClick={onClick}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      className="flex items-center gap-1.5 text-start outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {expanded !== undefined && (
        <ChevronRight
          className={classNames("size-3.5 shrink-0 text-text-3 transition-transform", expanded && "rotate-90")}
          aria-hidden="true"
        />
      )}
      {children}
    </button>
  );
}

function contentOf<Row>(row: Row, column: Column<Row>): ReactNode {
  if (column.cell) return column.cell(row);
  const value = (row as Record<string, unknown>)[column.key];
  return value === null || value === undefined ? "" : String(value);
}
