/** One figure of a measurement. Ratios say most: they compare within one run, whatever else the machine does. */
export type BenchRow = { name: string; value: number; unit: string; note: string };
