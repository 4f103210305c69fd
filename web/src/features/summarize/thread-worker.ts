import type { Split } from "./split-aside.ts";
import { type Material, threadOf } from "./thread-of.ts";

addEventListener("message", ({ data: { number, material } }: MessageEvent<{ number: number; material: Material }>) => {
  postMessage({ number, thread: threadOf(material) } satisfies Split);
});
