import { parentPort } from "node:worker_threads";
import { ownBuffer } from "./own-buffer.ts";
import { lowerThreadPriority } from "./thread-priority.ts";

/** The thread's side of a worker pool: answers every task with the result of `work`. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>) {
  lowerThreadPriority();
  parentPort?.on("message", async (task: Task) => {
    try {
      const result = await work(task);
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
