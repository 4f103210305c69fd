/** Returns a function that makes a value when it is called first, and returns the same one from then on. */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Whether one of many patterns matches a text. They are compiled at the first question: long lists with the flags "iu" take a
 * tenth of a second, and a start needs none of them.
 */
export function anyPattern(sources: readonly string[], flags: string): (text: string) => boolean {
  const patterns = atFirstUse(() => sources.map((source) => new RegExp(source, flags)));
  return (text) => patterns().some((pattern) => pattern.test(text));
}
