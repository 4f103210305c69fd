import type { SplitResponse } from "./split-in-worker.ts";
import { type SummaryInput, threadOf } from "./summary-input.ts";

addEventListener("message", ({ data: { number, input } }: MessageEvent<{ number: number; input: SummaryInput }>) => {
  postMessage({ number, thread: threadOf(input) } satisfies SplitResponse);
});
