/** No schema reads values that are nested deeper. */
const maxDepth = 20;

/** Replaces or refuses a text with a NUL, which PostgreSQL cannot store. */
type OnNul = (text: string, field: string) => string;

/** Makes all texts of a value storable: a lone surrogate (half of an emoji) becomes U+FFFD, as in browsers. */
export function storableText(given: unknown, onNul: OnNul, path: (string | number)[] = []): unknown {
  if (typeof given === "string") return (given.includes("\0") ? onNul(given, path.join(".")) : given).toWellFormed();
  if (typeof given !== "object" || given === null || path.length === maxDepth) return given;
  // All calls share one path array, so that long lists do not copy it for each item.
  const storable = (value: unknown, key: string | number) => {
    path.push(key);
    const result = storableText(value, onNul, path);
    path.pop();
    return result;
  };
  if (Array.isArray(given)) return given.map(storable);
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, storable(value, key)]));
}
