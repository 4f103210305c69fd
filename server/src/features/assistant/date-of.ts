/** The date that a text states in a form that JavaScript reads, or null. */
export function dateOf(written: string | null | undefined): Date | null {
  const date = new Date(written || Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
