/**
 * Work whose cost grows with what somebody sent, done beside the event loop: a function of one of our modules, called in a
 * thread that is ended where it takes too long. Arguments and result travel as copies.
 */
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { threadTasks } from "./counters.ts";
import type { ThreadTask } from "./thread.ts";
import { type RunOptions, WorkerPool } from "./worker-pool.ts";

const pool = new WorkerPool<ThreadTask, unknown>(new URL("./thread.ts", import.meta.url), {
  size: Math.max(2, Math.min(4, availableParallelism())),
  timeoutMs: 15_000,
  memoryMb: 512,
  waiting: { perUser: 20, inAll: 500 },
  // A thread that has loaded the assistant's models is worth keeping for the next question.
  idleMs: 5 * 60_000,
});

// biome-ignore lint/suspicious/noExplicitAny: any function will do
type AnyFunction = (...given: any[]) => unknown;
type FunctionsOf<Module> = { [Name in keyof Module as Module[Name] extends AnyFunction ? Name : never]: Module[Name] };
type Called<Work> = Work extends (...given: infer Given) => infer Result
  ? { given: Given; result: Awaited<Result> }
  : never;

export type Threaded<Module> = <Name extends keyof FunctionsOf<Module> & string>(
  name: Name,
  given: Called<Module[Name]>["given"],
  options?: RunOptions,
) => Promise<Called<Module[Name]>["result"]>;

/** The functions of a module, to be called by name. The type is that of the module, the address leads to its file. */
export const threaded =
  <Module>(module: URL): Threaded<Module> =>
  async (name, given, options) => {
    threadTasks.inc({ work: name });
    const result = await pool.run({ module: module.href, name, given }, options);
    // A large result takes its time to arrive: what is done with it has a turn of its own.
    await nextTurn();
    return result as never;
  };
