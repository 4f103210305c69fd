import { type ReactNode, useEffect, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import type { TableControl } from "#lib/hooks/use-table-view.ts";
import { pageCount } from "#lib/table-page.ts";
import { Empty, Failed, Skeleton } from "../ui/async-states.tsx";
import { Button } from "../ui/button.tsx";
import { DataTableFooter } from "./data-table-footer.tsx";
import { type Column, DataTableHead } from "./data-table-head.tsx";
import { DataTableRow } from "./data-table-row.tsx";

export type DataTableProps<Row> = {
  /** Names the table and its scroll region. */
  label: string;
  columns: readonly Column<Row>[];
  /** The rows of this page: the server's page, or `tablePage(…)` of a whole list. Undefined until they are known. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  view: TableControl;
  rowKey: (row: Row) => string;
  /** At most one row: nothing to sort or to page. */
  isSingle?: boolean;
  /** The list could not be loaded; shown in place, with Retry. */
  error?: string | undefined;
  onRetry?: () => void;
  /** Newer rows are on the way while these are still shown. */
  refreshing?: boolean;
  /** Opens a row; its first cell becomes a button that fills the row. */
  onPick?: (row: Row) => void;
  /** More about a row, unfolded beneath it; its first cell becomes the button that does so. */
  detail?: (row: Row) => ReactNode;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Beside "No data": what one could do about it. */
  emptyAction?: ReactNode;
};

/** The one table of the product: sorting, paging, four states, and everything it shows is in the address. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, total = 0, view, rowKey, isSingle, error, onRetry, refreshing, onPick, detail, actions } = props;
  const columns = isSingle ? props.columns.map((column) => ({ ...column, sortable: false })) : props.columns;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const pages = pageCount(total, view.limit);
  const isBeyond = rows !== undefined && !refreshing && view.page > pages;
  const { toPage } = view;

  // Rows were deleted, or someone shared a link to a page that is gone: show the last one there is,
  // and leave no step behind that Back would fall into.
  useEffect(() => {
    if (isBeyond) toPage(pages, { replace: true });
  }, [isBeyond, pages, toPage]);

  const columnCount = columns.length + (actions ? 1 : 0);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <section
        aria-label={label}
        aria-busy={rows === undefined || refreshing ? true : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <table className="w-full border-separate border-spacing-0 text-left text-sm">
          <caption className="sr-only">{label}</caption>
          <DataTableHead columns={columns} sort={view.sort} onSort={view.cycleSort} hasActions={Boolean(actions)} />
          <tbody className={classNames("transition-opacity", refreshing && "opacity-60")}>
            {!error && !rows && <SkeletonRows columns={columnCount} rows={Math.min(view.limit, 10)} />}
            {!error &&
              rows?.map((row) => {
                const key = rowKey(row);
                const isOpen = openKey === key;
                return (
                  <DataTableRow
                    key={key}
                    id={key}
                    row={row}
                    columns={columns}
                    onPick={detail ? () => setOpenKey(isOpen ? null : key) : onPick && (() => onPick(row))}
                    detail={detail && isOpen ? detail(row) : undefined}
                    expands={Boolean(detail)}
                    actions={actions?.(row)}
                  />
                );
              })}
          </tbody>
        </table>
        {error && <Failed message={error} onRetry={onRetry} />}
        {!error && rows?.length === 0 && !isBeyond && <NoData {...props} />}
      </section>
      {!isSingle && (
        <DataTableFooter
          view={view}
          shown={rows?.length ?? 0}
          total={total}
          pages={pages}
          isKnown={rows !== undefined}
        />
      )}
    </div>
  );
}

/** Where filters hide everything, they can be cleared from here. */
function NoData<Row>({ view, emptyAction }: DataTableProps<Row>) {
  const isFiltered = Object.values(view.filters).some(Boolean);
  if (!isFiltered) return <Empty action={emptyAction}>No data</Empty>;
  return (
    <Empty action={<Button onClick={view.resetFilters}>Clear filters</Button>}>
      <p>No data</p>
      <p className="mt-1 text-sm text-text-3">Nothing matches the filters.</p>
    </Empty>
  );
}

function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
    <tr key={row} className="appear-late">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
        <td key={column} className="h-10 border-b border-line px-4 md:first:pl-5 md:last:pr-5">
          <Skeleton className={column % 3 === 0 ? "h-3.5 w-24" : column % 3 === 1 ? "h-3.5 w-40" : "h-3.5 w-32"} />
        </td>
      ))}
    </tr>
  ));
}
