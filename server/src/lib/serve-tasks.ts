import { parentPort } from "node:worker_threads";

/** The thread's side of a worker pool: answers every task with what `work` makes of it. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>) {
  parentPort?.on("message", async (task: Task) => {
    try {
      parentPort?.postMessage({ result: await work(task) });
    } catch (error) {
      parentPort?.postMessage({ error: String(error) });
    }
  });
}
