type Item = { id: string };

/**
 * The message that lies so many steps from the open one, or at an end of the list. One that has left the list while it was
 * open is thought of as lying just before what took its place.
 */
export function neighbourOf<T extends Item>(
  items: readonly T[],
  openId: string,
  lastPlace: number,
  step: number | "first" | "last",
): T | undefined {
  if (step === "first") return items[0];
  if (step === "last") return items.at(-1);
  if (!openId) return items[0];
  const at = items.findIndex(({ id }) => id === openId);
  const target = at >= 0 ? at + step : step > 0 ? lastPlace + step - 1 : lastPlace + step;
  return items[Math.max(0, Math.min(items.length - 1, target))];
}
