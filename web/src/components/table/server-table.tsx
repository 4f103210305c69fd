import type { UseQueryResult } from "@tanstack/react-query";
import type { TableControl } from "#lib/hooks/use-table-view.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { type FilterField, FilterForm } from "./filter-form.tsx";

type Found<Row> = Pick<
  UseQueryResult<{ items: Row[]; total: number }>,
  "data" | "error" | "refetch" | "isPlaceholderData"
>;

type ServerTableProps<Row, Name extends string> = Pick<
  DataTableProps<Row>,
  "label" | "columns" | "rowKey" | "isSingle" | "onPick" | "detail" | "actions" | "emptyAction"
> & {
  fields: readonly FilterField<Name>[];
  view: TableControl<Name>;
  /** The page that the server answered with. */
  found: Found<Row>;
};

/** A table of which the server filters, sorts and pages the rows, beneath its filters. */
export function ServerTable<Row, Name extends string>({ fields, view, found, ...table }: ServerTableProps<Row, Name>) {
  const { data, error, refetch, isPlaceholderData } = found;
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
