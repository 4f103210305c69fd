/**
 * Threads for work on hostile input: a few at a time, each task with an end to its patience. A task that runs too long or
 * takes too much memory loses its thread, never the process.
 */
import { type Transferable, Worker } from "node:worker_threads";

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

type Job<Task, Result> = {
  task: Task;
  transfer: Transferable[];
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
};
type Reply<Result> = { result: Result } | { error: string };

const idleMs = 30_000;

/** The script answers each message with `{ result }` or `{ error }`: see `serveTasks`. */
export class WorkerPool<Task, Result> {
  readonly #script: URL;
  readonly #options: PoolOptions;
  readonly #waiting: Job<Task, Result>[] = [];
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #busy = new Map<Worker, { job: Job<Task, Result>; timer: NodeJS.Timeout }>();

  constructor(script: URL, options: PoolOptions) {
    this.#script = script;
    this.#options = options;
  }

  /** What is in `transfer` moves to the thread without a copy, and is of no more use here. */
  run(task: Task, transfer: Transferable[] = []): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, transfer, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const job of this.#waiting.splice(0)) job.reject(new WorkerLostError("crashed"));
    await Promise.all([...this.#idle.keys(), ...this.#busy.keys()].map((worker) => worker.terminate()));
  }

  #next() {
    if (this.#idle.size === 0 && this.#busy.size >= this.#options.size) return;
    const job = this.#waiting.shift();
    if (!job) return;
    const worker = this.#wake() ?? this.#start();
    const timer = setTimeout(() => {
      this.#lose(worker, new WorkerLostError("timeout"));
      void worker.terminate();
    }, this.#options.timeoutMs);
    this.#busy.set(worker, { job, timer });
    worker.postMessage(job.task, job.transfer);
  }

  #wake(): Worker | undefined {
    const [worker, retirement] = [...this.#idle].at(-1) ?? [];
    if (!worker) return undefined;
    clearTimeout(retirement);
    this.#idle.delete(worker);
    worker.ref();
    return worker;
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb } });
    worker.on("message", (reply: Reply<Result>) => this.#settle(worker, reply));
    worker.on("error", (cause) => this.#lose(worker, new WorkerLostError("crashed", { cause })));
    worker.on("exit", () => this.#lose(worker, new WorkerLostError("crashed")));
    return worker;
  }

  #settle(worker: Worker, reply: Reply<Result>) {
    const job = this.#release(worker);
    // An answer that comes after its time is up has no job any more, and the thread is on its way out.
    if (!job) return;
    if ("error" in reply) job.reject(new Error(reply.error));
    else job.resolve(reply.result);
    // An idle thread must neither keep the process alive nor hold its memory for ever.
    worker.unref();
    this.#idle.set(worker, setTimeout(() => void worker.terminate(), idleMs).unref());
    this.#next();
  }

  #lose(worker: Worker, error: WorkerLostError) {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    this.#release(worker)?.reject(error);
    this.#next();
  }

  #release(worker: Worker): Job<Task, Result> | undefined {
    const current = this.#busy.get(worker);
    this.#busy.delete(worker);
    clearTimeout(current?.timer);
    return current?.job;
  }
}
