/**
 * Threads for work on hostile input: a few at a time, each task with an end to its patience. A task that runs too long or
 * takes too much memory loses its thread, never the process.
 */
import { Worker } from "node:worker_threads";

export type PoolOptions = {
  /** How many threads at most; they start when needed and leave when idle. */
  size: number;
  timeoutMs: number;
  memoryMb: number;
};

export class WorkerLostError extends Error {
  readonly reason: "timeout" | "crashed";

  constructor(reason: "timeout" | "crashed", options?: ErrorOptions) {
    super(reason === "timeout" ? "The task took too long" : "The task ended its thread", options);
    this.name = "WorkerLostError";
    this.reason = reason;
  }
}

export type WorkerPool<Task, Result> = { run(task: Task): Promise<Result>; close(): Promise<void> };

type Job<Task, Result> = { task: Task; resolve: (result: Result) => void; reject: (error: Error) => void };
type Reply<Result> = { result: Result } | { error: string };

const idleMs = 30_000;

/** `script` answers each message with `{ result }` or `{ error }`: see `serveTasks`. */
export function openWorkerPool<Task, Result>(script: URL, options: PoolOptions): WorkerPool<Task, Result> {
  const waiting: Job<Task, Result>[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, { job: Job<Task, Result>; timer: NodeJS.Timeout }>();
  const retirement = new WeakMap<Worker, NodeJS.Timeout>();

  const start = () => {
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb } });
    worker.on("message", (reply: Reply<Result>) => settle(worker, reply));
    worker.on("error", (cause) => lose(worker, new WorkerLostError("crashed", { cause })));
    worker.on("exit", () => lose(worker, new WorkerLostError("crashed")));
    return worker;
  };
  const release = (worker: Worker) => {
    const current = busy.get(worker);
    busy.delete(worker);
    clearTimeout(current?.timer);
    return current?.job;
  };
  const settle = (worker: Worker, reply: Reply<Result>) => {
    const job = release(worker);
    if ("error" in reply) job?.reject(new Error(reply.error));
    else job?.resolve(reply.result);
    rest(worker);
    next();
  };
  const lose = (worker: Worker, error: WorkerLostError) => {
    release(worker)?.reject(error);
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
    next();
  };
  // An idle thread must neither keep the process alive nor its memory for ever.
  const rest = (worker: Worker) => {
    worker.unref();
    idle.push(worker);
    retirement.set(worker, setTimeout(() => void worker.terminate(), idleMs).unref());
  };
  const next = () => {
    if (waiting.length === 0 || (idle.length === 0 && busy.size >= options.size)) return;
    const job = waiting.shift();
    if (!job) return;
    const worker = idle.pop() ?? start();
    clearTimeout(retirement.get(worker));
    const timer = setTimeout(() => {
      lose(worker, new WorkerLostError("timeout"));
      void worker.terminate();
    }, options.timeoutMs);
    busy.set(worker, { job, timer });
    worker.ref();
    worker.postMessage(job.task);
  };

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        next();
      }),
    async close() {
      for (const job of waiting.splice(0)) job.reject(new WorkerLostError("crashed"));
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()));
    },
  };
}
