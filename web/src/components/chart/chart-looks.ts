export type ChartSeries = { name: string };
/** A label of the axis and the value of each series at it. `isPartial` marks a day or month that is not over yet. */
export type ChartPoint = { label: string; values: readonly number[]; isPartial?: boolean };

/** Lines differ by dash as well as by colour. */
export const looks = [
  { color: "var(--accent)", dash: undefined },
  { color: "var(--imap)", dash: "7 4" },
  { color: "var(--warn)", dash: "2 4" },
  { color: "var(--ai)", dash: "9 4 2 4" },
] as const;
