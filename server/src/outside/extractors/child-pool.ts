import { FairQueue, type Owner, TenantSlots } from "#lib/fair-queue.ts";
import type { Child } from "./child.ts";
import { type ChildAnswer, Fault, type Progress, type Task } from "./content.ts";
import { limits } from "./limits.ts";

export type ChildTask = {
  task: Task;
  /** In whose turn it is done: companies take turns, and within a company its users. */
  owner: Owner;
  /**
   * Which of a user's files is next: arrival plus expected work, both in milliseconds; the lowest goes first. So a small file
   * passes ten big ones that wait, and a big one waits no longer for small ones than it would itself take.
   */
  turn: number;
  timeoutMs: number;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
};

export type ChildPool = { run(errand: ChildTask): Promise<ChildAnswer>; close(): Promise<void> };

type Entry = ChildTask & {
  resolve(answer: ChildAnswer): void;
  reject(fault: Fault): void;
  /** Set while it runs. */
  child?: Child;
};

/**
 * A queue before a few children, which are started when first needed and let go when idle or spent. One child more serves a company
 * that has none.
 */
export function openChildPool(options: { children: number; open: () => Child; idleMs?: number }): ChildPool {
  const { idleMs = limits.idleMs } = options;
  const waiting = new FairQueue<Entry>({ limits: limits.waiting, rank: ({ turn }) => turn });
  const shares = new TenantSlots(options.children);
  const idle = new Map<Child, NodeJS.Timeout>();
  const alive = new Set<Child>();
  let isClosed = false;

  function next() {
    for (let found = waiting.take(shares.mayRun); found; found = waiting.take(shares.mayRun)) {
      shares.begin(found.tenantId);
      void work(takeIdle() ?? startChild(), found.item);
    }
  }

  function startChild() {
    const child = options.open();
    alive.add(child);
    return child;
  }

  function takeIdle() {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (!child.isSpent()) return child;
      retire(child);
    }
    return undefined;
  }

  function retire(child: Child) {
    alive.delete(child);
    child.kill();
  }

  async function work(child: Child, errand: Entry) {
    errand.child = child;
    try {
      errand.resolve(await child.run(errand.task, errand));
    } catch (error) {
      const fault = error instanceof Fault ? error : new Fault("corrupt", String(error), { cause: error });
      errand.reject(errand.signal?.aborted || isClosed ? new Fault("cancelled", "Cancelled while running") : fault);
    }
    shares.end(errand.owner.tenantId);
    if (child.isSpent() || isClosed) retire(child);
    else idle.set(child, setTimeout(letGo, idleMs, child));
    // Whoever got the answer may ask for its next page first: files then end one by one, not all at the very end.
    setImmediate(next);
  }

  function letGo(child: Child) {
    idle.delete(child);
    retire(child);
  }

  function cancel(entry: Entry) {
    if (entry.child) return entry.child.kill();
    waiting.remove(entry.owner, entry);
    entry.reject(new Fault("cancelled", "Cancelled while waiting"));
  }

  async function run(errand: ChildTask): Promise<ChildAnswer> {
    const { signal } = errand;
    if (isClosed || signal?.aborted) throw new Fault("cancelled", "Cancelled before it began");
    const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer>();
    const entry: Entry = { ...errand, resolve, reject };
    const onAbort = () => cancel(entry);
    waiting.push(errand.owner, entry);
    signal?.addEventListener("abort", onAbort);
    next();
    return promise.finally(() => signal?.removeEventListener("abort", onAbort));
  }

  return {
    run,
    async close() {
      isClosed = true;
      for (const errand of waiting.drain()) errand.reject(new Fault("cancelled", "The extractor was closed"));
      for (const timer of idle.values()) clearTimeout(timer);
      idle.clear();
      const dying = [...alive];
      for (const child of dying) child.kill();
      await Promise.all(dying.map((child) => child.gone));
    },
  };
}
