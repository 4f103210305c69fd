/** The one row there must be; anything else is a bug. */
export function only<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`Expected one row, got ${rows.length}`);
  return row;
}

/** The first row, or the error that says it is not there. */
export function firstOr<T>(rows: T[], missing: Error): T {
  const [row] = rows;
  if (row === undefined) throw missing;
  return row;
}
