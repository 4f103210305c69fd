/** Sorts and pages in the browser, for lists that the server sends whole. */
import { formatLocale } from "@intellibox/contract/text/translator";
import type { TableView } from "./hooks/use-table-view.ts";

export type SortValue = string | number | boolean | Date | null | undefined;

/** The rows of one page and the total. A page number beyond the last page gives the last page. */
export function tablePage<Row>(
  rows: readonly Row[],
  { page, limit, sort }: TableView,
  sortValue: (row: Row, key: string) => SortValue,
) {
  const sorted = sort === null ? rows : sortRows(rows, sort, sortValue);
  const start = (Math.min(page, pageCount(rows.length, limit)) - 1) * limit;
  return { rows: sorted.slice(start, start + limit), total: rows.length };
}

/** At least 1, because an empty list has one empty page. */
export const pageCount = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit));

const collator = new Intl.Collator(formatLocale(), { numeric: true, sensitivity: "base" });

function sortRows<Row>(rows: readonly Row[], sort: string, sortValue: (row: Row, key: string) => SortValue) {
  const key = sort.replace(/^-/, "");
  const direction = sort.startsWith("-") ? -1 : 1;
  return rows.toSorted((a, b) => compare(sortValue(a, key), sortValue(b, key), direction));
}

/** Rows without a value come last in both directions. */
function compare(a: SortValue, b: SortValue, direction: 1 | -1) {
  const [emptyA, emptyB] = [isEmpty(a), isEmpty(b)];
  if (emptyA || emptyB) return Number(emptyA) - Number(emptyB);
  if (typeof a === "string" || typeof b === "string") return direction * collator.compare(String(a), String(b));
  return direction * (Number(a) - Number(b));
}

const isEmpty = (value: SortValue) => value === null || value === undefined || value === "";
