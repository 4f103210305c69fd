/**
 * Measures how fast files become text, the memory for it, and the effect on other requests.
 * Reads any folder of sample files. Without one, it reads the documents of the tests.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Extracted, type Extractor, type FileToRead, openExtractor } from "#outside/extractors/extract.ts";
import { ExtractError } from "#outside/extractors/extract-error.ts";
import type { BenchRow } from "./bench-row.ts";

type Run = { extension: string; ms: number; pages: number; outcome: string };

const ownSamples = fileURLToPath(new URL("../test/fixtures/documents/", import.meta.url));

export async function run(folder = ownSamples): Promise<BenchRow[]> {
  const files = readFolder(folder);
  const memory = watchMemory();
  const extractor = openExtractor();
  try {
    // A server starts children and loads parsers once, so that is not part of the rate.
    for (const file of files) await extract(extractor, file);
    const begin = performance.now();
    const runs: Run[] = [];
    for (const file of files) runs.push(await extract(extractor, file));
    const seconds = (performance.now() - begin) / 1000;
    const peaks = memory.stop();
    return [...rateRows(runs, seconds), ...peaks, ...(await latencyRows(extractor, files))];
  } finally {
    memory.stop();
    await extractor.close();
  }
}

function readFolder(folder: string): FileToRead[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const paths = names.filter((name) => !/\.(md|tsv)$/.test(name) && statSync(join(folder, name)).isFile()).sort();
  if (paths.length === 0) throw new Error(`No sample files in ${folder}`);
  return paths.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

async function extract(extractor: Extractor, file: FileToRead): Promise<Run> {
  let pages = 0;
  const begin = performance.now();
  const onProgress = ({ what, total }: { what: string; total: number }) => {
    if (what.startsWith("Recognising")) pages = total;
  };
  const outcome = await extractor.extract(file, { onProgress }).then(
    ({ truncated }: Extracted) => (truncated ? "truncated" : "text"),
    (error: unknown) => (error instanceof ExtractError ? error.fault : String(error)),
  );
  return { extension: extname(file.name).slice(1).toLowerCase(), ms: performance.now() - begin, pages, outcome };
}

function rateRows(runs: Run[], seconds: number): BenchRow[] {
  const read = runs.filter(({ pages }) => pages === 0);
  const seen = runs.filter(({ pages }) => pages > 0);
  const pages = seen.reduce((sum, run) => sum + run.pages, 0);
  const outcomes = Object.entries(Object.groupBy(runs, ({ outcome }) => outcome)).map(
    ([name, of]) => `${of?.length} ${name}`,
  );
  const kinds = Object.entries(Object.groupBy(read, ({ extension }) => extension)).map(([extension, of = []]) => ({
    name: `${extension} without OCR`,
    value: median(of.map(({ ms }) => ms)),
    unit: "ms median",
    note: `${of.length} files`,
  }));
  return [
    {
      name: "all files",
      value: runs.length / seconds,
      unit: "files/s",
      note: `${runs.length}: ${outcomes.join(", ")}`,
    },
    { name: "without OCR", value: (read.length / total(read)) * 1000, unit: "files/s", note: `${read.length} files` },
    { name: "OCR", value: pages === 0 ? 0 : total(seen) / 1000 / pages, unit: "s/page", note: `${pages} pages` },
    ...kinds,
  ];
}

const total = (runs: Run[]) => runs.reduce((sum, { ms }) => sum + ms, 0);
const percentile = (values: number[], share: number) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
const median = (values: number[]) => percentile(values, 0.5);

/** Samples the resident memory of this process and its children together. */
function watchMemory() {
  let [own, children, one] = [0, 0, 0];
  const look = () => {
    own = Math.max(own, process.memoryUsage.rss());
    const sizes = childrenOf(process.pid).map(residentBytes);
    children = Math.max(
      children,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    one = Math.max(one, ...sizes);
  };
  const timer = setInterval(look, 20);
  return {
    stop(): BenchRow[] {
      clearInterval(timer);
      const row = (name: string, bytes: number, note: string) => ({ name, value: bytes / 1e6, unit: "MB", note });
      return [
        row("peak memory, server", own, "this process, samples included"),
        row("peak memory, largest child", one, "0 where there is no /proc"),
        row("peak memory, all children", children, "two for text, one for OCR"),
      ];
    },
  };
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}

/** A trivial request to this process, alone and then while ten extractions run. */
async function latencyRows(extractor: Extractor, files: FileToRead[]): Promise<BenchRow[]> {
  const server = createServer((_, response) => response.end("ok")).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await askFor(300, url);
  const alone = await askFor(2_000, url);
  let isBusy = true;
  const work = Array.from({ length: 10 }, async (_, lane) => {
    for (let at = lane; isBusy; at += 1) await extract(extractor, files[at % files.length] as FileToRead);
  });
  const beside = await askFor(5_000, url);
  isBusy = false;
  await Promise.all(work);
  server.close();
  const rows = (name: string, times: number[]) =>
    [0.5, 0.95, 0.99].map((share) => ({
      name: `request ${name}, p${share * 100}`,
      value: percentile(times, share),
      unit: "ms",
      note: `${times.length} requests`,
    }));
  return [...rows("alone", alone), ...rows("beside ten extractions", beside)];
}

async function askFor(ms: number, url: string): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const begin = performance.now();
    await (await fetch(url)).text();
    times.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}
