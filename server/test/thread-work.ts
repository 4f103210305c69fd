import { threadTasks } from "#lib/counters.ts";

/** Counts the calls of each function in worker threads while `work` runs. */
export async function threadWorkOf<T>(work: () => Promise<T>): Promise<{ result: T; done: Record<string, number> }> {
  const before = await counts();
  const result = await work();
  const after = await counts();
  const more = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return { result, done: Object.fromEntries(more.filter(([, count]) => count > 0)) };
}

const counts = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await threadTasks.get()).values.map(({ labels, value }) => [String(labels.work), value]));
