import { parentPort } from "node:worker_threads";
import { ownBuffer } from "./own-buffer.ts";
import { lowerThreadPriority } from "./thread-priority.ts";

type Work<Result> = () => Result | Promise<Result>;

/**
 * The thread's side of a worker pool: answers every task with the result of its work. `prepare` loads what the work needs, which
 * does not count against the task's limit of time.
 */
export function serveTasks<Task, Result>(prepare: (task: Task) => Work<Result> | Promise<Work<Result>>) {
  lowerThreadPriority();
  parentPort?.on("message", async (task: Task) => {
    try {
      const work = await prepare(task);
      parentPort?.postMessage({ isLoaded: true });
      const result = await work();
      parentPort?.postMessage({ result }, [...new Set(transferable(result))]);
    } catch (error) {
      parentPort?.postMessage({ error: String(error) });
    }
  });
}

/** Finds buffers that can be transferred without a copy, in the result and up to three levels within. */
function transferable(result: unknown, depth = 3): ArrayBuffer[] {
  if (result instanceof Uint8Array) return ownBuffer(result);
  if (depth === 0 || typeof result !== "object" || result === null) return [];
  return Object.values(result).flatMap((value) => transferable(value, depth - 1));
}
