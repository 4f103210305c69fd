import { setTimeout as sleep, setImmediate as turnEnds } from "node:timers/promises";

/** At least one item. */
export type Batch<Item> = [Item, ...Item[]];
type Options = {
  most?: number;
  /** How many batches may run at the same time. */
  lanes?: number;
  /** If set, a batch waits for the end of the event loop's turn, and if it then has several items, this long for more. */
  lingerMs?: number;
  onIdle?: () => void;
};

/**
 * Collects items while a batch runs and flushes them together as the next batch. A single caller does not wait; a hundred
 * simultaneous ones cost two round trips instead of a hundred.
 */
export function groupCommit<Item, Result>(
  flush: (items: Batch<Item>) => Promise<Result[]>,
  { most = 200, lanes = 1, lingerMs, onIdle }: Options = {},
) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = 0;

  const run = async () => {
    running++;
    while (waiting.length > 0) {
      if (lingerMs !== undefined) await turnEnds();
      if (lingerMs && waiting.length > 1) await sleep(lingerMs);
      const batch = waiting.slice(0, most);
      // Another lane took them during the wait.
      if (batch.length === 0) break;
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

/** Like `groupCommit`, with separate batches for each key. */
export function groupCommitBy<Item, Result>(
  keyOf: (item: Item) => string,
  flush: (items: Batch<Item>) => Promise<Result[]>,
  options: Omit<Options, "onIdle"> = {},
) {
  const groups = new Map<string, (item: Item) => Promise<Result>>();

  return (item: Item): Promise<Result> => {
    const key = keyOf(item);
    const group = groups.get(key) ?? groupCommit(flush, { ...options, onIdle: () => void groups.delete(key) });
    groups.set(key, group);
    return group(item);
  };
}
