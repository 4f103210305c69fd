/** The view of a table (page, page size, sorting, filters), kept in the URL so that a link or Back restores it. */

import { pageSizes } from "@intellibox/contract/rules/limits";
import { useSearchParams } from "#lib/router/router.tsx";

export type TableView<Filter extends string = string> = {
  page: number;
  limit: number;
  /** A column's key, `-key` for descending, null for the default order of the list. */
  sort: string | null;
  filters: Partial<Record<Filter, string>>;
};

export type TableControl<Filter extends string = string> = TableView<Filter> & {
  toPage: (page: number, options?: { replace: boolean }) => void;
  setLimit: (limit: number) => void;
  /** Ascending, then descending, then none. */
  cycleSort: (key: string) => void;
  /** Applies a filter form and returns to the first page. */
  applyFilters: (filters: Partial<Record<Filter, string>>) => void;
  resetFilters: () => void;
};

type Defaults<Filter extends string> = {
  limit?: number;
  sort?: string | null;
  filters?: readonly Filter[];
};

const none = "none";

/** The query for the server. The URL may hold anything; the server refuses invalid values. */
export const queryOf = <Query>({ page, limit, sort, filters }: TableView) =>
  ({ page, limit, ...(sort && { sort }), ...filters }) as Query;

export function useTableView<const Filter extends string = never>(defaults: Defaults<Filter>): TableControl<Filter> {
  const [search, setSearch] = useSearchParams();
  const view = readView(search, defaults);

  const write = (changes: Record<string, string | null>, { replace = false } = {}) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );

  const firstPage = { page: null };
  return {
    ...view,
    toPage: (page, options) => write({ page: page === 1 ? null : String(page) }, options),
    setLimit: (limit) => write({ ...firstPage, limit: limit === defaultLimit(defaults) ? null : String(limit) }),
    cycleSort: (key) => write({ ...firstPage, sort: sortParam(nextSort(view.sort, key), defaults.sort ?? null) }),
    applyFilters: (filters) => write({ ...firstPage, ...emptied(defaults), ...filters }),
    resetFilters: () => write({ ...firstPage, ...emptied(defaults) }),
  };
}

export function nextSort(sort: string | null, key: string) {
  if (sort === key) return `-${key}`;
  return sort === `-${key}` ? null : key;
}

/** Reads the view from the URL. Invalid values read as the default. */
export function readView<Filter extends string>(
  search: URLSearchParams,
  defaults: Defaults<Filter>,
): TableView<Filter> {
  const page = Number(search.get("page") ?? 1);
  const limit = Number(search.get("limit"));
  const sort = search.get("sort") ?? defaults.sort ?? null;
  const filters: Partial<Record<Filter, string>> = {};
  for (const name of defaults.filters ?? []) {
    const value = search.get(name);
    if (value) filters[name] = value;
  }
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    limit: pageSizes.some((size) => size === limit) ? limit : defaultLimit(defaults),
    sort: sort === none ? null : sort,
    filters,
  };
}

const defaultLimit = (defaults: { limit?: number }) => defaults.limit ?? pageSizes[0];
const sortParam = (sort: string | null, usual: string | null) => (sort === usual ? null : (sort ?? none));
const emptied = (defaults: { filters?: readonly string[] }): Record<string, null> =>
  Object.fromEntries((defaults.filters ?? []).map((name) => [name, null]));
