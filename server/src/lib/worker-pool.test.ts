import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { WorkerLostError, WorkerPool } from "./worker-pool.ts";

const folder = mkdtempSync(join(tmpdir(), "intellibox-pool-"));
const script = join(folder, "task.mjs");
writeFileSync(
  script,
  `import { parentPort, threadId } from "node:worker_threads";
parentPort.on("message", (task) => {
  if (task === "hang") for (;;);
  if (task === "exit") process.exit(1);
  if (task.startsWith("load")) {
    while (process.threadCpuUsage().user < 500_000);
    parentPort.postMessage({ isLoaded: true });
    if (task === "load and hang") for (;;);
  }
  if (task === "throw") return parentPort.postMessage({ error: "no" });
  if (task === "eat") { const all = []; for (;;) all.push(new Array(100000).fill({ a: all.length })); }
  parentPort.postMessage({ result: threadId });
});`,
);
const poolWithLimit = (timeoutMs: number) =>
  new WorkerPool<string, number>(pathToFileURL(script), { size: 2, timeoutMs, memoryMb: 32 });
const pool = poolWithLimit(60_000);
/** For tasks that hang. The others may need longer on a busy machine. */
const hastyPool = poolWithLimit(2000);
afterAll(async () => {
  await Promise.all([pool.close(), hastyPool.close()]);
  rmSync(folder, { recursive: true, force: true });
});

test("tasks share a few threads", async () => {
  const threads = await Promise.all(Array.from({ length: 20 }, () => pool.run("id")));
  expect(new Set(threads).size).toBeLessThanOrEqual(2);
});

test.each([
  { task: "hang", reason: "timeout", threads: hastyPool },
  { task: "exit", reason: "crashed", threads: pool },
  { task: "eat", reason: "crashed", threads: pool },
])("a task that would $task loses its thread, and the next one gets another", async ({ task, reason, threads }) => {
  const lost = await threads.run(task).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(WorkerLostError);
  expect(lost).toMatchObject({ reason });
  expect(await threads.run("id")).toBeGreaterThan(0);
});

test("loading a thread's modules does not count against the limit of its task", async () => {
  const options = { size: 1, timeoutMs: 200, loadMs: 120_000, memoryMb: 32 };
  const loading = new WorkerPool<string, number>(pathToFileURL(script), options);
  expect(await loading.run("load")).toBeGreaterThan(0);
  await expect(loading.run("load and hang")).rejects.toMatchObject({ reason: "timeout" });
  await loading.close();
});

test("an error of a task is returned, and the thread stays", async () => {
  const before = await pool.run("id");
  await expect(pool.run("throw")).rejects.toThrow("no");
  expect(await pool.run("id")).toBe(before);
});

test("a task that cannot be cloned is rejected, also after waiting, and the next ones run", async () => {
  const single = new WorkerPool<unknown, number>(pathToFileURL(script), { size: 1, timeoutMs: 2000, memoryMb: 32 });
  const asked = ["id", () => undefined, "id"].map((task) => single.run(task).catch((error: Error) => error.name));
  expect(await Promise.all(asked)).toEqual([expect.any(Number), "DataCloneError", expect.any(Number)]);
  await single.close();
});

test("a company that holds every thread does not make another company wait", async () => {
  const acme = { tenantId: "acme", userId: "ana" };
  const stuck = [1, 2, 3].map(() => hastyPool.run("hang", { owner: acme }).catch(() => "lost"));
  // Succeeds although both threads hang and a third task waits.
  expect(await hastyPool.run("id", { owner: { tenantId: "globex", userId: "uma" } })).toBeGreaterThan(0);
  expect(await Promise.all(stuck)).toEqual(["lost", "lost", "lost"]);
});

test("a task beyond the limit of waiting tasks is refused at once", async () => {
  const waiting = { perUser: 1, inAll: 2 };
  const small = new WorkerPool<string, number>(pathToFileURL(script), {
    size: 1,
    timeoutMs: 2000,
    memoryMb: 32,
    waiting,
  });
  const running = small.run("id");
  const next = small.run("id");
  await expect(small.run("id")).rejects.toMatchObject({ code: "rate_limited" });
  expect([await running, await next]).toHaveLength(2);
  await small.close();
});
