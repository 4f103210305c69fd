/** Splits threads beside the page: a megabyte takes a tenth of a second, and typing must not wait for it. */
import type { ThreadMessage } from "@intellibox/contract/rules/split-thread";
import { type Material, threadOf } from "./thread-of.ts";

/** Below this a split is quicker than telling a worker about it. */
const smallEnough = 20_000;

export type Split = { number: number; thread: ThreadMessage[] };

let worker: Worker | undefined;
let asked = 0;
const waiting = new Map<number, (thread: ThreadMessage[]) => void>();

export const isSmall = ({ text, hidden }: Material) =>
  hidden.reduce((sum, file) => sum + file.text.length, text.length) < smallEnough;

export async function splitAside(material: Material): Promise<ThreadMessage[]> {
  if (isSmall(material) || typeof Worker === "undefined") return threadOf(material);
  worker ??= openWorker();
  const number = ++asked;
  const { promise, resolve } = Promise.withResolvers<ThreadMessage[]>();
  waiting.set(number, resolve);
  worker.postMessage({ number, material });
  return promise;
}

function openWorker() {
  const opened = new Worker(new URL("./thread-worker.ts", import.meta.url), { type: "module" });
  opened.onmessage = ({ data: { number, thread } }: MessageEvent<Split>) => {
    waiting.get(number)?.(thread);
    waiting.delete(number);
  };
  return opened;
}
