type Item = { id: string };

/** Steps forward (backward if negative), or an end of the list. */
export type Step = number | "first" | "last";

/**
 * Finds the message that is `step` messages from the open one, within the list. If the open message has left the list, it
 * counts as lying just before the message that is now at its last index.
 */
export function neighbourOf<T extends Item>(
  items: readonly T[],
  openId: string,
  lastIndex: number,
  step: Step,
): T | undefined {
  if (step === "first") return items[0];
  if (step === "last") return items.at(-1);
  if (!openId) return items[0];
  const index = items.findIndex(({ id }) => id === openId);
  const target = index >= 0 ? index + step : step > 0 ? lastIndex + step - 1 : lastIndex + step;
  return items[Math.max(0, Math.min(items.length - 1, target))];
}
