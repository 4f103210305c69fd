/** Replaces NUL by U+FFFD, because the server refuses NUL, which PostgreSQL cannot store. Unreadable files are full of it. */
export function plainText<T>(value: T): T {
  if (typeof value === "string") return value.replaceAll("\0", "\ufffd") as T;
  if (Array.isArray(value)) return value.map(plainText) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainText(part)])) as T;
}
