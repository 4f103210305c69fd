import { parentPort } from "node:worker_threads";

/** The thread's side of a worker pool: answers every task with what `work` makes of it. */
export function serveTasks<Task, Result>(work: (task: Task) => Result) {
  parentPort?.on("message", (task: Task) => {
    try {
      parentPort?.postMessage({ result: work(task) });
    } catch (error) {
      parentPort?.postMessage({ error: String(error) });
    }
  });
}
