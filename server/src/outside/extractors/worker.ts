/**
 * The child process that parses untrusted files. It can read only our code, has an empty environment and the limits of child.ts, opens
 * no connection and starts no process.
 */
import { Worker } from "node:worker_threads";
import type { ThreadMessage } from "@intellibox/contract/rules/split-thread";
import { type ChildAnswer, type Content, Fault, isAbort, type Progress, type Task } from "./content.ts";
import type { ExtractFault } from "./extract-error.ts";
import { limits } from "./limits.ts";

// In its own thread, because the main one may be busy in a parser when the server dies or memory runs out. The small code range keeps V8
// from reserving half a gigabyte for this thread, which the kernel would count against our limit.
const small = { maxOldGenerationSizeMb: 16, codeRangeSizeMb: 16 };
new Worker(new URL("./watchdog.ts", import.meta.url), { resourceLimits: small }).unref();

process.on("disconnect", () => process.exit());
process.on("message", (task: Task) => {
  perform(task).then(send, (error: unknown) => send({ is: "fault", ...faultOf(error) }));
});
send({ is: "ready" });

function send(answer: ChildAnswer) {
  process.send?.(answer);
}

async function perform(task: Task): Promise<ChildAnswer> {
  if (task.do === "recognise") {
    const { recognise } = await import("./ocr.ts");
    const begin = performance.now();
    const text = await recognise(task.bytes, task);
    return { is: "recognised", text, ms: performance.now() - begin };
  }
  if (task.do === "draw") {
    const { drawPage } = await import("./draw-page.ts");
    return { is: "drawn", page: await drawPage(task.bytes, task.page) };
  }
  const { readContent } = await import("./read-content.ts");
  const content = await readContent(task.bytes, {
    name: task.name,
    depth: 0,
    parts: { left: limits.mailParts },
    stopAt: performance.now() + limits.pagesMs,
    onProgress: throttled((progress) => send({ is: "progress", progress })),
  });
  return { is: "content", content: cut(content) };
}

/** Cuts the text to the limit before it is sent to the server. */
function cut(content: Content): Content {
  let left = limits.characters;
  let truncated = content.truncated;
  const pieces = content.pieces.map((piece) => {
    if (typeof piece !== "string") return piece;
    const kept = piece.slice(0, left);
    truncated ||= kept.length < piece.length;
    left -= kept.length;
    return kept;
  });
  return { ...content, pieces, truncated, messages: content.messages && cutMessages(content.messages) };
}

function cutMessages(messages: ThreadMessage[]) {
  let left = limits.characters;
  return messages.slice(0, maxMessages).map((message) => {
    const body = message.body.slice(0, left);
    left -= body.length;
    return { ...message, body };
  });
}

/** Longer than any conversation; a hostile text of headers only could have more. */
const maxMessages = 2_000;

function throttled(tell: (progress: Progress) => void) {
  let last = 0;
  return (progress: Progress) => {
    const now = performance.now();
    if (now - last < 100) return;
    last = now;
    tell(progress);
  };
}

function faultOf(error: unknown): { fault: ExtractFault; detail: string; isBroken: boolean } {
  const detail = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : "unknown";
  const isBroken = isAbort(error);
  if (error instanceof Fault) return { fault: error.fault, detail, isBroken: false };
  // Messages of Emscripten and V8 if WebAssembly or a typed array cannot grow.
  if (/out of memory|OOM|Array buffer allocation failed|called abort/i.test(detail)) {
    return { fault: "oom", detail, isBroken: true };
  }
  if (error instanceof RangeError && /call stack/i.test(detail)) return { fault: "too_large", detail, isBroken };
  return { fault: "corrupt", detail, isBroken };
}
