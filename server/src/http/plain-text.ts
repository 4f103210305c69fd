/** No call's input is nested deeper; what is, no schema reads. */
const deepest = 20;

/**
 * What was given, fit to be stored: half a character (a cut emoji) becomes U+FFFD, as browsers do with it, and a NUL, which no
 * column can hold, is refused.
 */
export function plainText(given: unknown, refuse: (field: string) => Error, path: string[] = []): unknown {
  if (typeof given === "string") {
    if (given.includes("\0")) throw refuse(path.join("."));
    return given.toWellFormed();
  }
  if (typeof given !== "object" || given === null || path.length === deepest) return given;
  const plain = (value: unknown, key: string | number) => plainText(value, refuse, [...path, String(key)]);
  if (Array.isArray(given)) return given.map(plain);
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, plain(value, key)]));
}
