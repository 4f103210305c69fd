/** Prefetches one item while the reader handles the current one. Waits for the pending item on exit. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next: Promise<IteratorResult<T>> = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // The reader gets the error when it asks for the item. If it never asks, the error must not be unhandled.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return(undefined);
  }
}
