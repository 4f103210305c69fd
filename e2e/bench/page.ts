/**
 * Measures the first visit of four pages, and another of the inbox, on a slow phone and network: a processor four times slower, 1.6 Mbit/s and 150 ms of
 * latency, with an empty cache. LCP is when the largest text or picture was painted, TBT how long the main thread could not answer
 * a key. Each figure is the median of `BENCH_ROUNDS` visits (5), as a share of its goal, so below 1 is good.
 */
import type { Page } from "@playwright/test";
import { type BenchRow, goalOf } from "../../server/bench/bench-row.ts";
import { rows } from "../inbox-reader.ts";
import { editorOf } from "../writing.ts";
import { measureInProduct } from "./place.ts";
import { against, median, newVisitor, type Place } from "./visit.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

/** Lighthouse's "Slow 4G" on a mid-range phone. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const cpuSlowdown = 4;

/** The limits of "good" in Web Vitals and Lighthouse. */
const goals = { lcp: 2500, tbt: 200 };

type Visited = { name: string; path: string; isReady: (page: Page) => Promise<void>; isKnown?: true };

/** `isKnown`: the page was opened before, and its scripts have changed since. Its data is asked for early (`public/early-calls.js`). */
const pages: Visited[] = [
  {
    name: "login",
    path: "/login",
    isReady: (page) => page.getByRole("button", { name: "Sign in", exact: true }).waitFor(),
  },
  { name: "inbox", path: "/inbox", isReady: (page) => rows(page).first().waitFor() },
  { name: "inbox-again", path: "/inbox", isReady: (page) => rows(page).first().waitFor(), isKnown: true },
  { name: "compose", path: "/compose", isReady: (page) => editorOf(page).waitFor() },
  { name: "dashboard", path: "/dashboard", isReady: (page) => page.getByText("Recent activity").first().waitFor() },
];

export const run = (): Promise<BenchRow[]> =>
  measureInProduct(async (place) => {
    const figures: BenchRow[] = [];
    for (const visited of pages) {
      const { name } = visited;
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round++) visits.push(await slowVisit(place, visited));
      const of = (part: keyof Visit) => median(visits.map((visit) => visit[part]));
      const lcps = visits.map(({ lcp }) => lcp);
      const range = `${Math.round(Math.min(...lcps))} to ${Math.round(Math.max(...lcps))} in ${rounds} visits`;
      figures.push(
        withGoal(
          against(`${name}.lcp`, of("lcp"), goals.lcp, "ms", `${range}; ready after ${Math.round(of("ready"))}`),
        ),
        withGoal(against(`${name}.tbt`, of("tbt"), goals.tbt, "ms")),
      );
    }
    return figures;
  });

const withGoal = (row: BenchRow): BenchRow => ({ ...row, ...goalOf(row.value, 1) });

type Visit = { lcp: number; tbt: number; ready: number };
type Watched = { watched: { lcp: number; fcp: number; tasks: { at: number; ms: number }[] } };

async function slowVisit(place: Place, { path, isReady, isKnown }: Visited): Promise<Visit> {
  const page = path === "/login" ? await newStranger(place) : await newVisitor(place);
  try {
    if (isKnown) {
      await page.goto(path);
      await isReady(page);
    }
    await page.addInitScript(watchPaints);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.clearBrowserCache");
    await session.send("Network.emulateNetworkConditions", network);
    await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
    await page.goto(path, { waitUntil: "commit" });
    await isReady(page);
    const ready = await page.evaluate(() => performance.now());
    // A later paint that is larger, and the tasks of code that is loaded after the first paint, count too.
    await page.waitForTimeout(1500);
    const { lcp, fcp, tasks } = await page.evaluate(() => (window as never as Watched).watched);
    const blocking = tasks.filter(({ at }) => at >= fcp).reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0);
    return { lcp, tbt: blocking, ready };
  } finally {
    await page.context().close();
  }
}

async function newStranger({ browser, url }: Place): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

/** Runs in the page before its own scripts. */
function watchPaints() {
  const watched: Watched["watched"] = { lcp: 0, fcp: 0, tasks: [] };
  Object.assign(window, { watched });
  const watch = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  watch("largest-contentful-paint", ({ startTime }) => {
    watched.lcp = startTime;
  });
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") watched.fcp = startTime;
  });
  watch("longtask", ({ startTime, duration }) => watched.tasks.push({ at: startTime, ms: duration }));
}
