import { parentPort } from "node:worker_threads";
import { ownBuffer } from "./own-buffer.ts";
import { lowerThreadPriority } from "./thread-priority.ts";

/** The thread's side of a worker pool: answers every task with what `work` makes of it. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>) {
  lowerThreadPriority();
  parentPort?.on("message", async (task: Task) => {
    try {
      const result = await work(task);
      parentPort?.postMessage({ result }, [...new Set(movable(result))]);
    } catch (error) {
      parentPort?.postMessage({ error: String(error) });
    }
  });
}

/** Bytes with a buffer of their own go without a copy: a result that is bytes, or has them not far within. */
function movable(result: unknown, depth = 3): ArrayBuffer[] {
  if (result instanceof Uint8Array) return ownBuffer(result);
  if (depth === 0 || typeof result !== "object" || result === null) return [];
  return Object.values(result).flatMap((value) => movable(value, depth - 1));
}
