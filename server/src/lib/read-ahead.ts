/** The same, one ahead: while the reader is at one, the next is made. Nothing is still being made when this has ended. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next: Promise<IteratorResult<T>> = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // Its failure is the reader's when it comes for it, and nobody's where it never does.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return(undefined);
  }
}
