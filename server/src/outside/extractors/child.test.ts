import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { endlessMail } from "#test/make-documents.ts";
import { openExtractor } from "./extract.ts";

const patience = { timeout: 120_000 };
const isLinux = existsSync("/proc/self/task");

const childrenOf = (pid: number) => {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, "utf8").trim().split(" ").filter(Boolean).map(Number) : [];
};
const workersOf = (pid: number) =>
  childrenOf(pid).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, "utf8").includes("extractors/worker.ts");
    } catch {
      return false;
    }
  });
/** Hundredths of a second of processor time. */
const workDoneBy = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
};
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

let parent: ChildProcess | undefined;
afterEach(() => parent?.kill("SIGKILL"));

test.runIf(isLinux)("a busy child ends when its server is killed", patience, async () => {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const code = `
    const { openExtractor } = await import(${url("./extract.ts")});
    const { endlessMail } = await import(${url("../../../test/make-documents.ts")});
    await openExtractor({ textMs: 600_000 }).extract({ name: "endless.eml", bytes: endlessMail() });`;
  parent = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "ignore" });
  const pid = parent.pid ?? 0;
  await expect.poll(() => workersOf(pid).some((child) => workDoneBy(child) > 100), { timeout: 60_000 }).toBe(true);
  const children = childrenOf(pid);
  parent.kill("SIGKILL");
  await expect.poll(() => children.filter(isAlive), { timeout: 30_000 }).toEqual([]);
});

test.runIf(isLinux)("cancelling ends the child at once, and closing leaves none behind", patience, async () => {
  const extractor = openExtractor();
  const before = new Set(workersOf(process.pid));
  const stop = new AbortController();
  const reading = extractor.extract({ name: "endless.eml", bytes: endlessMail() }, { signal: stop.signal });
  const own = () => workersOf(process.pid).filter((child) => !before.has(child));
  await expect.poll(() => own().length, { timeout: 60_000 }).toBe(1);
  stop.abort();
  await expect(reading).rejects.toMatchObject({ fault: "cancelled", message: "Reading endless.eml was cancelled" });
  expect(await extractor.extract({ name: "a.txt", bytes: Buffer.from("next") })).toMatchObject({ text: "next" });
  await extractor.close();
  await expect.poll(() => own().filter(isAlive), { timeout: 30_000 }).toEqual([]);
});

test.runIf(isLinux)("a child has a memory limit, an empty environment and a low priority", patience, async () => {
  const extractor = openExtractor();
  await extractor.extract({ name: "a.txt", bytes: Buffer.from("text") });
  const [child = 0] = workersOf(process.pid).toReversed();
  expect(readFileSync(`/proc/${child}/limits`, "utf8")).toMatch(/Max data size\s+1610612736/);
  const granted = readFileSync(`/proc/${child}/cmdline`, "utf8").split("\0");
  expect(granted).toContain("--permission");
  for (const path of granted.filter((argument) => argument.startsWith("--allow-fs-"))) {
    expect(path).toMatch(
      /^--allow-fs-read=.*\/(node_modules\/|contract\/src\/|outside\/extractors\/|outside\/mime\/|src\/lib\/|package\.json)$/,
    );
  }
  expect(readFileSync(`/proc/${child}/environ`, "utf8")).not.toMatch(/PATH=.*node_modules|SECRET|KEY|TOKEN|HOME=/);
  expect(Number(readFileSync(`/proc/${child}/stat`, "utf8").split(") ")[1]?.split(" ")[16])).toBe(5);
  await extractor.close();
});

test("a child works without a shell to limit it", patience, async () => {
  const extractor = openExtractor({ shell: "/nowhere/sh" });
  expect(await extractor.extract({ name: "a.txt", bytes: Buffer.from("text") })).toMatchObject({ text: "text" });
  await extractor.close();
});
