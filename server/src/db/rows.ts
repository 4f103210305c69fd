/** Returns the only row. Any other number of rows is a bug. */
export function only<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`Expected one row, got ${rows.length}`);
  return row;
}

/** Returns the first row, or throws `missing`. */
export function firstOr<T>(rows: T[], missing: Error): T {
  const [row] = rows;
  if (row === undefined) throw missing;
  return row;
}
