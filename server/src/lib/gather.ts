/**
 * Group commit: what is asked for while a batch is under way goes together in the next one. One caller alone waits for
 * nobody; a hundred at once cost two round trips, not a hundred. `lanes` is how many batches may be under way together.
 */
export function gather<Item, Result>(flush: (items: Item[]) => Promise<Result[]>, { most = 200, lanes = 1 } = {}) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = 0;

  const run = async () => {
    running++;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await flush(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running--;
  };

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < lanes) void run();
    });
}
