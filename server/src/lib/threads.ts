// Runs work whose cost grows with its input in worker threads: a function of one of our modules is called in a thread, which is
// ended if it takes too long. Arguments and result are copied.
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { threadTasks } from "./counters.ts";
import type { ThreadTask } from "./thread.ts";
import { type RunOptions, WorkerPool } from "./worker-pool.ts";

const pool = new WorkerPool<ThreadTask, unknown>(new URL("./thread.ts", import.meta.url), {
  size: Math.max(2, Math.min(4, availableParallelism())),
  timeoutMs: 15_000,
  loadMs: 20_000,
  memoryMb: 512,
  waiting: { perUser: 20, inAll: 500 },
  // Longer than the default, because a thread has loaded the assistant's models.
  idleMs: 5 * 60_000,
});

// biome-ignore lint/suspicious/noExplicitAny: any function will do
type AnyFunction = (...given: any[]) => unknown;
type FunctionsOf<Module> = { [Name in keyof Module as Module[Name] extends AnyFunction ? Name : never]: Module[Name] };
type Called<Work> = Work extends (...given: infer Given) => infer Result
  ? { given: Given; result: Awaited<Result> }
  : never;

type Threaded<Module> = <Name extends keyof FunctionsOf<Module> & string>(
  name: Name,
  given: Called<Module[Name]>["given"],
  options?: RunOptions,
) => Promise<Called<Module[Name]>["result"]>;

/** Returns a function that calls a function of the module by name. `Module` is the type of the file at the URL. */
export const threaded =
  <Module>(module: URL): Threaded<Module> =>
  async (name, given, options) => {
    threadTasks.inc({ work: name });
    const result = await pool.run({ module: module.href, name, given }, options);
    // Deserializing a large result blocks the event loop, so the caller goes on in another turn.
    await nextTurn();
    return result as never;
  };
