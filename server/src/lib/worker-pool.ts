// A pool of threads for work on untrusted input. Each task has a limit of time and of memory; a task that exceeds one ends its
// thread, not the process.
import { type Transferable, Worker } from "node:worker_threads";
import { FairQueue, noOwner, type Owner, type QueueLimits, TenantSlots } from "./fair-queue.ts";
import { limitThreadTime } from "./limit-thread-time.ts";

type PoolOptions = {
  /** The number of threads, which start when needed and end when idle. One more serves a company that has none. */
  size: number;
  /** The thread's own time: see `limitThreadTime`. */
  timeoutMs: number;
  /** More time for a task whose thread has to load its modules first. Scripts of `serveTasks` say when they have. */
  loadMs?: number;
  memoryMb: number;
  /** Limits of the queue; unlimited if missing. */
  waiting?: QueueLimits;
  idleMs?: number;
};

export type RunOptions = {
  /** Objects that move to the thread without a copy and are unusable here afterwards. */
  transfer?: Transferable[];
  owner?: Owner;
  timeoutMs?: number;
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
  timeoutMs: number;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
};
type Reply<Result> = { result: Result } | { error: string } | { isLoaded: true };

const defaultIdleMs = 30_000;

/** The script answers each message with `{ result }` or `{ error }`: see `serveTasks`. */
export class WorkerPool<Task, Result> {
  readonly #script: URL;
  readonly #options: PoolOptions;
  readonly #waiting: FairQueue<Job<Task, Result>>;
  readonly #slots: TenantSlots;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #busy = new Map<Worker, { job: Job<Task, Result>; tenantId: string; stopLimit: () => void }>();

  constructor(script: URL, options: PoolOptions) {
    this.#script = script;
    this.#options = options;
    this.#waiting = new FairQueue({ limits: options.waiting });
    this.#slots = new TenantSlots(options.size);
  }

  /** Companies take turns, and so do the users of each. Rejects with an AppError if too much is waiting. */
  run(task: Task, { transfer = [], owner = noOwner, timeoutMs = this.#options.timeoutMs }: RunOptions = {}) {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push(owner, { task, transfer, timeoutMs, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    for (const job of this.#waiting.drain()) job.reject(new WorkerLostError("crashed"));
    await Promise.all([...this.#idle.keys(), ...this.#busy.keys()].map((worker) => worker.terminate()));
  }

  #next() {
    const next = this.#waiting.take(this.#slots.mayRun);
    if (!next) return;
    const { item: job, tenantId } = next;
    const worker = this.#wake() ?? this.#start();
    const stopLimit = this.#limit(worker, job.timeoutMs + (this.#options.loadMs ?? 0));
    this.#slots.begin(tenantId);
    this.#busy.set(worker, { job, tenantId, stopLimit });
    try {
      worker.postMessage(job.task, job.transfer);
    } catch (error) {
      // The task cannot be cloned: an error of the caller, not of the thread.
      this.#release(worker);
      this.#retire(worker);
      job.reject(error as Error);
      this.#next();
    }
  }

  #limit(worker: Worker, limitMs: number) {
    return limitThreadTime(worker, limitMs, () => {
      this.#lose(worker, new WorkerLostError("timeout"));
      void worker.terminate();
    });
  }

  /** From now on the time is the task's own. */
  #beginTask(worker: Worker) {
    const current = this.#busy.get(worker);
    if (!current) return;
    current.stopLimit();
    current.stopLimit = this.#limit(worker, current.job.timeoutMs);
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
    worker.on("message", (reply: Reply<Result>) =>
      "isLoaded" in reply ? this.#beginTask(worker) : this.#settle(worker, reply),
    );
    worker.on("error", (cause) => this.#lose(worker, new WorkerLostError("crashed", { cause })));
    worker.on("exit", () => this.#lose(worker, new WorkerLostError("crashed")));
    return worker;
  }

  #settle(worker: Worker, reply: Exclude<Reply<Result>, { isLoaded: true }>) {
    const job = this.#release(worker);
    // An answer after the timeout has no job any more; the thread is being terminated.
    if (!job) return;
    if ("error" in reply) job.reject(new Error(reply.error));
    else job.resolve(reply.result);
    this.#retire(worker);
    this.#next();
  }

  /** An idle thread must neither keep the process alive nor hold its memory indefinitely. */
  #retire(worker: Worker) {
    worker.unref();
    this.#idle.set(worker, setTimeout(() => void worker.terminate(), this.#options.idleMs ?? defaultIdleMs).unref());
  }

  #lose(worker: Worker, error: WorkerLostError) {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    this.#release(worker)?.reject(error);
    this.#next();
  }

  #release(worker: Worker): Job<Task, Result> | undefined {
    const current = this.#busy.get(worker);
    if (!current) return undefined;
    this.#busy.delete(worker);
    this.#slots.end(current.tenantId);
    current.stopLimit();
    return current.job;
  }
}
