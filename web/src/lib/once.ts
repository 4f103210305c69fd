/** Makes a value when it is first needed. A formatter of Intl takes several milliseconds, which the start of a page can save. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
