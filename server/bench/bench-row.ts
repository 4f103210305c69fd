/** One figure of a measurement. Ratios are best, because they compare within one run on the same machine. */
export type BenchRow = {
  name: string;
  value: number;
  /** Ratios begin with `times` or `of`, such as `of mbsync`; one that ends in `limit` may be at most 1. */
  unit: string;
  note: string;
  /** The value to reach; absent if there is no goal. */
  goal?: string;
  /** Whether the figure reaches the goal. */
  verdict?: Verdict;
};

type Verdict = "ok" | "short";
type Judged = Required<Pick<BenchRow, "goal" | "verdict">>;

/** Rounded as it is printed, so that a figure that reads like its goal reaches it. */
const printed = (value: number) => Number(value.toPrecision(3));

export const goalOf = (value: number, most: number): Judged => ({
  goal: `≤ ${most}`,
  verdict: printed(value) <= most ? "ok" : "short",
});

export const leastOf = (value: number, least: number): Judged => ({
  goal: `≥ ${least}`,
  verdict: printed(value) >= least ? "ok" : "short",
});

/** Adds the goal that its unit says. */
export const withGoal = (row: BenchRow): BenchRow =>
  row.goal === undefined && row.unit.endsWith("limit") ? { ...row, ...goalOf(row.value, 1) } : row;

const isRatio = ({ unit }: BenchRow) => /^(times|of)\b/.test(unit);

/** The ratios that miss their goals, which `--check` refuses. Other figures depend on the machine. */
export const missedRatios = (rows: BenchRow[]) => rows.filter((row) => isRatio(row) && row.verdict === "short");
