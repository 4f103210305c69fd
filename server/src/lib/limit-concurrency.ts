type Queue = { mostWaiting?: number; refusal?: () => Error };

/** Runs at most `most` tasks at a time; the rest wait in order. Refuses a task when `mostWaiting` already wait. */
export function limitConcurrency(most: number, { mostWaiting = Number.POSITIVE_INFINITY, refusal }: Queue = {}) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= most && waiting.length >= mostWaiting) throw refusal?.() ?? new Error("Too many are waiting");
    if (running >= most) await new Promise<void>((resume) => waiting.push(resume));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
