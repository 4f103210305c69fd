/** One figure of a measurement. Ratios are best, because they compare within one run on the same machine. */
export type BenchRow = { name: string; value: number; unit: string; note: string };
