/**
 * Named entries of the browser's local storage. A value that is broken, foreign or out of reach (a private window
 * may refuse storage altogether) reads as absent: nothing kept here is worth failing for.
 */
export type Entry<T> = {
  read(): T | null;
  write(value: T): void;
  clear(): void;
};

/** An entry holding JSON; `accept` turns whatever was found into the value, or null. */
export function jsonEntry<T>(key: string, accept: (found: unknown) => T | null): Entry<T> {
  const text = textEntry(key);
  return {
    read() {
      const found = text.read();
      if (found === null) return null;
      try {
        return accept(JSON.parse(found));
      } catch {
        return null;
      }
    },
    write: (value) => text.write(JSON.stringify(value)),
    clear: text.clear,
  };
}

export function textEntry(key: string): Entry<string> {
  return {
    read: () => attempt(() => localStorage.getItem(key)) ?? null,
    write: (value) => void attempt(() => localStorage.setItem(key, value)),
    clear: () => void attempt(() => localStorage.removeItem(key)),
  };
}

/** The names of all entries that begin so. */
export const entryNames = (start: string): string[] =>
  attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(start))) ?? [];

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
