// A worker thread that calls /api/health until it gets a message, then posts the duration of each call. It has its own thread,
// because the bench's client encodes and decodes megabytes, which would count as the server's time.
import { parentPort, workerData } from "node:worker_threads";

const { base } = workerData as { base: string };
const times: number[] = [];
let isStopped = false;
parentPort?.once("message", () => {
  isStopped = true;
});
while (!isStopped) {
  const begin = performance.now();
  await (await fetch(`${base}/api/health`)).arrayBuffer();
  times.push(performance.now() - begin);
  await new Promise((resume) => setTimeout(resume, 10));
}
parentPort?.postMessage(times);
