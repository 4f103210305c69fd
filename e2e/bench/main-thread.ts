import type { Browser, CDPSession, Page } from "@playwright/test";

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: { frames?: { processId: number }[] } };
};

/** The work of the page's main thread in CPU time, which excludes other processes. */
export type Work = {
  /** The longest task in ms of CPU time; `longestWall` in wall time. */
  longest: number;
  longestWall: number;
  total: number;
};

const categories = ["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel"];

/** Records the main thread while `work` runs. */
export async function workOf(browser: Browser, page: Page, work: () => Promise<void>): Promise<Work> {
  await browser.startTracing(page, { categories });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  return tasksIn(JSON.parse(trace.toString()).traceEvents as TraceEvent[]);
}

function tasksIn(events: TraceEvent[]): Work {
  const started = events.find(({ name }) => name === "TracingStartedInBrowser");
  const pages = new Set(started?.args?.data?.frames?.map(({ processId }) => processId));
  const mains = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const main = mains.find(({ pid }) => pages.has(pid)) ?? mains[0];
  if (!main) throw new Error("The trace does not say which thread is the page's");
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => /RunTask$/.test(name) && ph === "X" && pid === main.pid && tid === main.tid,
  );
  const cpu = tasks.map(({ tdur = 0 }) => tdur / 1000);
  return {
    longest: Math.max(0, ...cpu),
    longestWall: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000)),
    total: cpu.reduce((sum, ms) => sum + ms, 0),
  };
}

/** The page's JavaScript heap in MB, after garbage collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send("Performance.enable");
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0) / 1024 / 1024;
}
