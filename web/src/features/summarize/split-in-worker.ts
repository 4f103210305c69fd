/** Splits threads in a worker: a megabyte takes 100 ms, and typing must not wait for it. */
import type { ThreadMessage } from "@intellibox/contract/rules/split-thread";
import { type SummaryInput, threadOf } from "./summary-input.ts";

/** Below this length a split is faster than a message to the worker. */
const maxLengthInPage = 20_000;

export type SplitResponse = { number: number; thread: ThreadMessage[] };

let worker: Worker | undefined;
let requestCount = 0;
const pending = new Map<number, (thread: ThreadMessage[]) => void>();

export const isSmall = ({ text, hidden }: SummaryInput) =>
  hidden.reduce((sum, file) => sum + file.text.length, text.length) < maxLengthInPage;

export async function splitInWorker(input: SummaryInput): Promise<ThreadMessage[]> {
  if (isSmall(input) || typeof Worker === "undefined") return threadOf(input);
  worker ??= openWorker();
  const number = ++requestCount;
  const { promise, resolve } = Promise.withResolvers<ThreadMessage[]>();
  pending.set(number, resolve);
  worker.postMessage({ number, input });
  return promise;
}

function openWorker() {
  const opened = new Worker(new URL("./thread-worker.ts", import.meta.url), { type: "module" });
  opened.onmessage = ({ data: { number, thread } }: MessageEvent<SplitResponse>) => {
    pending.get(number)?.(thread);
    pending.delete(number);
  };
  return opened;
}
