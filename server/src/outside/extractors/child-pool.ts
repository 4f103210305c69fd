import { FairQueue, type Owner, TenantSlots } from "#lib/fair-queue.ts";
import type { Child } from "./child.ts";
import { type ChildAnswer, Fault, type Progress, type Task } from "./content.ts";
import { limits } from "./limits.ts";

export type ChildTask = {
  task: Task;
  /** Tenants take turns, and within a tenant its users. */
  owner: Owner;
  /**
   * The rank among a user's files: arrival plus expected work, in milliseconds; the lowest goes first. A small file passes big ones
   * that wait, and a big one waits for small ones no longer than its own work takes.
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
 * A queue for a few child processes, which start on demand and end when they are idle or spent. One extra child serves a tenant that
 * has none running.
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
    // The caller can queue its next page first, so that files finish one by one, not all at the end.
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
