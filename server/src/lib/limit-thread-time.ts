// Limits how long a worker thread works on a task. Its own CPU time counts, because on a busy machine a thread waits for the
// processor, and its task is not at fault.
import type { Worker } from "node:worker_threads";

type Measured = Pick<Worker, "cpuUsage">;

/** A task may last this many times its limit, however little CPU time it gets. */
const longestWall = 4;
/** The first measurement comes after this share of the limit: most tasks have ended by then and need none. */
const firstLook = 0.1;
/** A thread that hangs alone on a processor reaches this share of the limit in that time. */
const nearlyAll = 0.8;
/** A thread answers between two steps of its program. One that does not is judged by the clock: it counts as having had this share. */
const answerMs = 2000;
const silentShare = 0.5;

/** Calls `onExceeded` once, unless the returned function is called before. */
export function limitThreadTime(worker: Measured, limitMs: number, onExceeded: () => void): () => void {
  const beganAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let before: number | undefined;
  let hasEnded = false;

  const lookAfter = (ms: number, look: (cpuMs: number | undefined) => void) => {
    timer = setTimeout(async () => {
      const cpuMs = await cpuMsOf(worker);
      if (!hasEnded) look(cpuMs);
    }, ms);
  };
  const judge = (cpuMs: number | undefined) => {
    // All of the time before the first measurement counts.
    before ??= cpuMs;
    const elapsed = performance.now() - beganAt;
    const used =
      cpuMs === undefined || before === undefined ? elapsed * silentShare : cpuMs - before + limitMs * firstLook;
    const left = longestWall * limitMs - elapsed;
    if (used < limitMs * nearlyAll && left > 0) return lookAfter(Math.min(limitMs - used, left), judge);
    hasEnded = true;
    onExceeded();
  };
  lookAfter(limitMs * firstLook, (cpuMs) => {
    before = cpuMs;
    lookAfter(Math.max(0, limitMs - (performance.now() - beganAt)), judge);
  });
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}

/** Undefined if the thread does not answer. 0 if it is still starting. */
function cpuMsOf(worker: Measured): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const silent = setTimeout(resolve, answerMs, undefined);
  worker.cpuUsage().then(
    ({ user, system }) => resolve((user + system) / 1000),
    () => resolve(0),
  );
  return promise.finally(() => clearTimeout(silent));
}
