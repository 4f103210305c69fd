// The process that runs a model file by node-llama-cpp. It has no access to the database, the network settings or the master key.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FromChild, ToChild } from "./child-messages.ts";

/** The part of node-llama-cpp that is used. The package is optional, so its own types may be missing. */
type Library = {
  getLlama(options: object): Promise<{ loadModel(options: object): Promise<Model> }>;
  LlamaChatSession: new (options: object) => Session;
};
type Model = { tokenize(text: string): readonly unknown[]; createContext(options: object): Promise<Context> };
type Context = { contextSize: number; getSequence(): Sequence };
type Sequence = { tokenMeter: { usedInputTokens: number; usedOutputTokens: number }; dispose(): void };
type Session = {
  promptWithMeta(prompt: string, options: object): Promise<{ stopReason: string }>;
  dispose(): void;
};

/** Holds a long mail and its answer. A larger window takes memory that small computers do not have. */
const maxContext = 8192;
/** The marks of the chat format around system text and prompt. */
const formatTokens = 64;
/** An answer below this is of no use. */
const leastAnswer = 8;
const [libraryFolder = "", modelFile = "", memoryEveryMs = "1000"] = process.argv.slice(2);
const report = (message: FromChild) => void process.send?.(message);

async function load() {
  const entry = join(libraryFolder, "node_modules", "node-llama-cpp", "dist", "index.js");
  const library = (await import(pathToFileURL(entry).href)) as Library;
  // Never compiles nor downloads: what is installed has to do.
  const llama = await library.getLlama({ build: "never", skipDownload: true, progressLogs: false, logLevel: "error" });
  const model = await llama.loadModel({ modelPath: modelFile });
  return { library, model, context: await model.createContext({ contextSize: { max: maxContext } }) };
}

let running: { id: number; stop: AbortController } | undefined;

type Loaded = Awaited<ReturnType<typeof load>>;

async function answer({ library, model, context }: Loaded, request: ToChild & { kind: "answer" }) {
  const { id, system, prompt, temperature } = request;
  // The library drops the start of a text that does not fit, without saying so.
  const room = context.contextSize - model.tokenize(`${system}\n${prompt}`).length - formatTokens;
  const maxTokens = Math.min(request.maxTokens, room);
  if (maxTokens < Math.min(request.maxTokens, leastAnswer)) return report({ kind: "too-long", id });
  const stop = new AbortController();
  running = { id, stop };
  const sequence = context.getSequence();
  const session = new library.LlamaChatSession({ contextSequence: sequence, systemPrompt: system });
  try {
    const { stopReason } = await session.promptWithMeta(prompt, {
      temperature,
      maxTokens,
      signal: stop.signal,
      stopOnAbortSignal: true,
      onTextChunk: (piece: string) => report({ kind: "text", id, piece }),
    });
    const { usedInputTokens: tokensIn, usedOutputTokens: tokensOut } = sequence.tokenMeter;
    report({ kind: "done", id, finish: stopReason === "maxTokens" ? "length" : "complete", tokensIn, tokensOut });
  } catch (error) {
    report({ kind: "failed", id, message: (error as Error).message });
  } finally {
    running = undefined;
    session.dispose();
    sequence.dispose();
  }
}

// The model is useless without the program that started it.
process.on("disconnect", () => process.exit(0));
setInterval(() => report({ kind: "memory", bytes: process.memoryUsage.rss() }), Number(memoryEveryMs));

try {
  const loaded = await load();
  process.on("message", (message: ToChild) => {
    if (message.kind === "answer") void answer(loaded, message);
    else if (running?.id === message.id) running.stop.abort();
  });
  report({ kind: "ready" });
} catch (error) {
  report({ kind: "unusable", message: (error as Error).message });
  process.disconnect?.();
  process.exitCode = 1;
}
