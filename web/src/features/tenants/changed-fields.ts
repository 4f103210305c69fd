/** The fields of `after` that differ from `before`. Objects are compared by their JSON. */
export function changedFields<T extends object>(before: Partial<Record<keyof T, unknown>>, after: T): Partial<T> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
