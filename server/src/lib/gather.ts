/** What goes together: at least one. */
export type Batch<Item> = [Item, ...Item[]];
type Options = { most?: number; lanes?: number; onIdle?: () => void };

/**
 * Group commit: what is asked for while a batch is under way goes together in the next one. One caller alone waits for
 * nobody; a hundred at once cost two round trips, not a hundred. `lanes` is how many batches may be under way together.
 */
export function gather<Item, Result>(
  flush: (items: Batch<Item>) => Promise<Result[]>,
  { most = 200, lanes = 1, onIdle }: Options = {},
) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = 0;

  const run = async () => {
    running++;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await flush(batch.map(({ item }) => item) as Batch<Item>);
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running--;
    if (running === 0) onIdle?.();
  };

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < lanes) void run();
    });
}

/** The same for each key by itself: only what has the same one goes together. */
export function gatherBy<Item, Result>(
  keyOf: (item: Item) => string,
  flush: (items: Batch<Item>) => Promise<Result[]>,
  options: Omit<Options, "onIdle"> = {},
) {
  const groups = new Map<string, (item: Item) => Promise<Result>>();

  return (item: Item): Promise<Result> => {
    const key = keyOf(item);
    const group = groups.get(key) ?? gather(flush, { ...options, onIdle: () => void groups.delete(key) });
    groups.set(key, group);
    return group(item);
  };
}
