import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const script = `
  const { lowerThreadPriority } = await import(${JSON.stringify(new URL("./thread-priority.ts", import.meta.url).href)});
  const { readlinkSync } = await import("node:fs");
  const { getPriority } = await import("node:os");
  const { parentPort } = await import("node:worker_threads");
  lowerThreadPriority();
  parentPort.postMessage(getPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1))));
`;

test.runIf(process.platform === "linux")("a thread yields to the event loop, whose priority stays", async () => {
  const before = getPriority();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const priority = await new Promise<number>((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
  });
  await worker.terminate();
  expect(priority).toBe(Math.min(19, before + 3));
  expect(getPriority()).toBe(before);
});
