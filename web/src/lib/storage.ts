/**
 * Named entries of the browser's local storage. A value that is invalid or not readable (a private window may refuse storage)
 * reads as absent, because nothing stored here is worth an error.
 */
export type StorageEntry<T> = {
  read(): T | null;
  write(value: T): void;
  clear(): void;
};

/** An entry that holds JSON. `accept` validates the parsed value, or returns null. */
export function jsonEntry<T>(key: string, accept: (found: unknown) => T | null): StorageEntry<T> {
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

export function textEntry(key: string): StorageEntry<string> {
  return {
    read: () => attempt(() => localStorage.getItem(key)) ?? null,
    write: (value) => void attempt(() => localStorage.setItem(key, value)),
    clear: () => void attempt(() => localStorage.removeItem(key)),
  };
}

/** The names of all entries with this prefix. */
export const entryNames = (start: string): string[] =>
  attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(start))) ?? [];

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
