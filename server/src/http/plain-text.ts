/** No call's input is nested deeper; what is, no schema reads. */
const deepest = 20;

/** What becomes of a text with a NUL, which no column can hold. */
type OnNul = (text: string, field: string) => string;

/** What was given, fit for the database: half a character (a cut emoji) becomes U+FFFD, as browsers do with it. */
export function plainText(given: unknown, onNul: OnNul, path: (string | number)[] = []): unknown {
  if (typeof given === "string") return (given.includes("\0") ? onNul(given, path.join(".")) : given).toWellFormed();
  if (typeof given !== "object" || given === null || path.length === deepest) return given;
  // One path for all of them: of a list of thousands each would be copied.
  const plain = (value: unknown, key: string | number) => {
    path.push(key);
    const result = plainText(value, onNul, path);
    path.pop();
    return result;
  };
  if (Array.isArray(given)) return given.map(plain);
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, plain(value, key)]));
}
