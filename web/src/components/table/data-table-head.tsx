import { t } from "@intellibox/contract/text/t";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";

export type Column<Row> = {
  /** The field to sort by, and to show if there is no `cell`. */
  key: string;
  label: string;
  cell?: (row: Row) => ReactNode;
  /** False if the values have no order. */
  sortable?: boolean;
  align?: "end";
  /** Hidden on phones, if a detail or a form shows the same. */
  hideOnPhone?: boolean;
  className?: string;
};

type HeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort: string | null;
  onSort: (key: string) => void;
  hasActions: boolean;
};

const headClass =
  "sticky top-0 z-10 h-10 border-b border-line bg-surface px-4 font-medium md:max-xl:px-2.5 text-text-2 first:ps-4 last:pe-4 md:first:ps-5 md:last:pe-5";

export function DataTableHead<Row>({ columns, sort, onSort, hasActions }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            aria-sort={column.sortable === false ? undefined : directionOf(sort, column.key)}
            className={classNames(headClass, cellClass(column))}
          >
            {column.sortable === false ? (
              column.label
            ) : (
              <SortButton
                label={column.label}
                direction={directionOf(sort, column.key)}
                onClick={() => onSort(column.key)}
              />
            )}
          </th>
        ))}
        {hasActions && (
          <th
            scope="col"
            className={classNames(headClass, "max-md:end-0 max-md:border-s max-md:px-1 max-md:last:pe-1")}
          >
            <span className="sr-only">{t("Actions")}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

export const cellClass = <Row,>({ align, hideOnPhone, className }: Column<Row>) =>
  classNames(align === "end" && "text-end tabular-nums", hideOnPhone && "max-md:hidden", className);

type Direction = "ascending" | "descending" | "none";

function SortButton({ label, direction, onClick }: { label: string; direction: Direction; onClick: () => void }) {
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction];
  return (
    <button
      type="button"
      onClick={onClick}
      className="-mx-1.5 inline-flex min-h-7 items-center gap-1.5 rounded-item px-1.5 font-medium whitespace-nowrap hover:bg-hover hover:text-text pointer-coarse:min-h-11"
    >
      {label}
      <Icon
        className={classNames("size-3.5", direction === "none" ? "text-text-3" : "text-accent-text")}
        aria-hidden="true"
      />
    </button>
  );
}

const directionOf = (sort: string | null, key: string): Direction =>
  sort === key ? "ascending" : sort === `-${key}` ? "descending" : "none";
