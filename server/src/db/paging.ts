import { asc, desc, type PgColumn, type SQL, sql } from "./orm.ts";

/** Sorts by an allowed column; `-createdAt` is descending. The tie-breaker makes paging stable. */
export function orderBy<Field extends string>(
  sort: string,
  columns: Record<Field, PgColumn | SQL>,
  tieBreaker: PgColumn,
): SQL[] {
  const descending = sort.startsWith("-");
  const field = (descending ? sort.slice(1) : sort) as Field;
  const column = columns[field];
  if (!column) throw new Error(`${field} is not a sortable column`);
  const direction = descending ? desc : asc;
  return [direction(column), direction(tieBreaker)];
}

export const pageBounds = ({ page = 1, limit = 10 }: { page?: number | undefined; limit?: number | undefined }) => ({
  limit,
  offset: (page - 1) * limit,
});

/** A LIKE pattern that finds the text anywhere, with `%` and `_` escaped. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

export const matchesAny = (columns: (PgColumn | SQL)[], text: string) =>
  sql.join(
    columns.map((column) => sql`${column} ilike ${containing(text)}`),
    sql` or `,
  );
