import { t } from "@intellibox/contract/text/t";
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
  /** The rows of this page, from the server or from `tablePage(…)`. Undefined until they are loaded. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  view: TableControl;
  rowKey: (row: Row) => string;
  /** There is at most one row, so sorting and paging are left out. */
  isSingle?: boolean;
  /** Why the list could not be loaded; shown in place, with Retry. */
  error?: string | undefined;
  onRetry?: () => void;
  /** These rows are shown while newer ones load. */
  refreshing?: boolean;
  /** Opens a row; its first cell becomes a button that fills the row. */
  onPick?: (row: Row) => void;
  /** Content that unfolds below a row; the first cell becomes the button that toggles it. */
  detail?: (row: Row) => ReactNode;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Said in place of "No data". */
  emptyWords?: ReactNode;
  /** An action below "No data". */
  emptyAction?: ReactNode;
};

/** The table of every list: sorting, paging, and the states loading, empty, failed and loaded. Its view is kept in the URL. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, total = 0, view, rowKey, isSingle, error, onRetry, refreshing, onPick, detail, actions } = props;
  const columns = isSingle ? props.columns.map((column) => ({ ...column, sortable: false })) : props.columns;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const pages = pageCount(total, view.limit);
  const isBeyond = rows !== undefined && !refreshing && view.page > pages;
  const { toPage } = view;

  // After deletions, or with an old link, the page may not exist any more: show the last page. Replacing the history entry keeps
  // Back from returning to the missing page.
  useEffect(() => {
    if (isBeyond) toPage(pages, { replace: true });
  }, [isBeyond, pages, toPage]);

  const columnCount = columns.length + (actions ? 1 : 0);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <section
        aria-label={label}
        aria-busy={rows === undefined || refreshing ? true : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <table className="w-full border-separate border-spacing-0 text-start text-sm">
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

/** Offers to clear the filters if they hide every row. */
function NoData<Row>({ view, emptyWords, emptyAction }: DataTableProps<Row>) {
  const isFiltered = Object.values(view.filters).some(Boolean);
  if (!isFiltered) return <Empty action={emptyAction}>{emptyWords ?? t("No data")}</Empty>;
  return (
    <Empty action={<Button onClick={view.resetFilters}>{t("Clear filters")}</Button>}>
      <p>{t("No data")}</p>
      <p className="mt-1 text-sm text-text-3">{t("Nothing matches the filters.")}</p>
    </Empty>
  );
}

function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
    <tr key={row} className="appear-late">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
        <td key={column} className="h-10 border-b border-line px-4 md:first:ps-5 md:last:pe-5">
          <Skeleton className={column % 3 === 0 ? "h-3.5 w-24" : column % 3 === 1 ? "h-3.5 w-40" : "h-3.5 w-32"} />
        </td>
      ))}
    </tr>
  ));
}
