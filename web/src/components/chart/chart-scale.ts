/** Round values from 0 to at least `max`, at most six: the lines of a chart's grid. Whole numbers, because they count things. */
export function gridValues(max: number): number[] {
  const top = Math.max(1, max);
  const rough = top / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power);
  const whole = Math.ceil(step);
  return Array.from({ length: Math.ceil(top / whole) + 1 }, (_, index) => index * whole);
}

const letterWidth = 6.6;
const labelGap = 20;

/** The labels of the axis that are shown: the last one, and as many before it as fit without touching. */
export function shownLabels(labels: readonly string[], spacing: number): number[] {
  const widest = Math.max(0, ...labels.map((label) => label.length)) * letterWidth + labelGap;
  const every = Math.max(1, Math.ceil(widest / Math.max(1, spacing)));
  return labels.map((_, index) => index).filter((index) => (labels.length - 1 - index) % every === 0);
}

/** The point that a key leads to, or null if the key closes the tooltip. Undefined if the key is not the chart's. */
export function pointAfterKey(key: string, shown: number | null, last: number): number | null | undefined {
  if (key === "Escape") return shown === null ? undefined : null;
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowRight") return shown === null ? 0 : Math.min(last, shown + 1);
  if (key === "ArrowLeft") return shown === null ? last : Math.max(0, shown - 1);
  return undefined;
}
