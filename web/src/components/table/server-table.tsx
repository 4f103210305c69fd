import type { UseQueryResult } from "@tanstack/react-query";
import type { TableControl } from "#lib/hooks/use-table-view.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { type FilterField, FilterForm } from "./filter-form.tsx";

type PageQuery<Row> = Pick<
  UseQueryResult<{ items: Row[]; total: number }>,
  "data" | "error" | "refetch" | "isPlaceholderData"
>;

type ServerTableProps<Row, Name extends string> = Pick<
  DataTableProps<Row>,
  "label" | "columns" | "rowKey" | "isSingle" | "onPick" | "detail" | "actions" | "emptyWords" | "emptyAction"
> & {
  fields: readonly FilterField<Name>[];
  view: TableControl<Name>;
  /** The query for the current page. */
  query: PageQuery<Row>;
};

/** A table below its filter form; the server filters, sorts and pages the rows. */
export function ServerTable<Row, Name extends string>({ fields, view, query, ...table }: ServerTableProps<Row, Name>) {
  const { data, error, refetch, isPlaceholderData } = query;
  return (
    <>
      {!table.isSingle && (
        <FilterForm fields={fields} value={view.filters} onApply={view.applyFilters} onReset={view.resetFilters} />
      )}
      <DataTable
        {...table}
        rows={data?.items}
        total={data?.total}
        view={view}
        error={error?.message}
        onRetry={() => void refetch()}
        refreshing={isPlaceholderData}
      />
    </>
  );
}
