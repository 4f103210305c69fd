/** Calls `report` at most once in `ms`, with the number of calls that were left out since. For log lines of a fault that repeats. */
export function seldom(ms: number, now = Date.now) {
  let last = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return (report: (leftOut: number) => void) => {
    if (now() - last < ms) {
      leftOut++;
      return;
    }
    last = now();
    report(leftOut);
    leftOut = 0;
  };
}
