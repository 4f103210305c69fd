/** One figure of a measurement. Ratios are best, because they compare within one run on the same machine. */
export type BenchRow = {
  name: string;
  value: number;
  unit: string;
  note: string;
  /** Whether the figure reaches its goal; absent if there is none. */
  goal?: "ok" | "short";
};

/** Rounded as it is printed, so that a figure that reads like its goal reaches it. */
export const goalOf = (value: number, most: number): Pick<BenchRow, "goal"> => ({
  goal: Number(value.toPrecision(3)) <= most ? "ok" : "short",
});
