import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { t } from "@intellibox/contract/text/t";
import { ModelError, type ModelFault, type TextAnswer, type TextOptions, type TextRequest } from "../text-model.ts";
import type { FromChild, ToChild } from "./child-messages.ts";
import { isLibraryIn } from "./library.ts";

export type FileModelOptions = {
  /** The folder whose node_modules has node-llama-cpp. */
  library: string;
  /** The GGUF file. */
  file: string;
  /** The process is ended if it takes more. */
  maxMemoryBytes: number;
  limits?: Partial<typeof defaultLimits>;
};

const defaultLimits = {
  /** A file of some gigabytes on a slow disk. */
  loadMs: 120_000,
  answerMs: 180_000,
  /** Reading a long prompt on a processor without GPU takes its time. */
  silenceMs: 60_000,
  /** The memory is given back after this time without a request. */
  idleMs: 600_000,
  /** How long a stopped answer may take to end. */
  stopMs: 5_000,
  /** Requests that wait for the one that runs. */
  maxWaiting: 8,
  maxChars: 400_000,
  maxTokens: 2048,
  memoryEveryMs: 1_000,
};

type Request = TextRequest & { temperature: number };
type Started = { child: ChildProcess; ready: Promise<void> };

export type FileModel = {
  answer(request: Request, options: TextOptions): Promise<TextAnswer>;
  isRunning(): boolean;
  /** Ends the process. A later request starts it again. */
  close(): Promise<void>;
};

/**
 * Runs a model file in a child process, so that a crash or too much memory ends the model and not the product. Answers one
 * request at a time. The process starts with the first request, and again after it ended.
 */
export function openFileModel({ library, file, maxMemoryBytes, limits = {} }: FileModelOptions): FileModel {
  const bounds = { ...defaultLimits, ...limits };
  let started: Started | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let nextId = 1;

  const start = (): Started => {
    if (!isLibraryIn(library)) {
      throw new ModelError(
        "rejected",
        t("The model on this computer needs node-llama-cpp: run npm run model -- install."),
      );
    }
    const child = fork(
      fileURLToPath(new URL("./child.ts", import.meta.url)),
      [library, file, `${bounds.memoryEveryMs}`],
      {
        // The parent's settings hold the master key and the addresses of databases.
        env: {},
        execArgv: ["--max-old-space-size=512"],
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      },
    );
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    // The request that waits for it gets the error.
    ready.catch(() => undefined);
    const tooSlow = setTimeout(
      () => end("timeout", "The model on this computer took too long to load."),
      bounds.loadMs,
    );
    const end = (fault: ModelFault, message: string) => {
      reject(new ModelError(fault, message));
      child.emit("fault", new ModelError(fault, message));
      child.kill("SIGKILL");
    };
    child.on("message", (message: FromChild) => {
      if (message.kind === "ready") {
        clearTimeout(tooSlow);
        resolve();
      } else if (message.kind === "unusable") {
        end("rejected", `The model on this computer cannot be used: ${message.message}`);
      } else if (message.kind === "memory" && message.bytes > maxMemoryBytes) {
        const megabytes = Math.round(maxMemoryBytes / 2 ** 20);
        end("rejected", `The model on this computer needs more than ${megabytes} MB of memory, its limit.`);
      }
    });
    const gone = () => {
      clearTimeout(tooSlow);
      if (started?.child === child) started = undefined;
      const fault = new ModelError("unreachable", t("The model on this computer stopped unexpectedly."));
      reject(fault);
      child.emit("fault", fault);
    };
    child.on("exit", gone);
    child.on("error", gone);
    return { child, ready };
  };

  const stopProcess = async () => {
    clearTimeout(idle);
    const child = started?.child;
    started = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await exited;
  };

  const run = async (request: Request, { signal, onText }: TextOptions): Promise<TextAnswer> => {
    if (signal.aborted) throw new ModelError("cancelled", t("Cancelled"));
    clearTimeout(idle);
    started ??= start();
    const { child, ready } = started;
    try {
      await Promise.race([ready, aborted(signal)]);
      return await oneAnswer(child, { ...request, id: nextId++ }, { signal, onText }, bounds);
    } catch (error) {
      // A process that does not stop, or is too slow, is replaced. One that is still loading goes on for the next request.
      const isStuck = error instanceof ModelError && ["timeout", "bad_answer"].includes(error.fault);
      if (isStuck) await stopProcess();
      throw error;
    } finally {
      idle = setTimeout(() => void stopProcess(), bounds.idleMs);
      idle.unref();
    }
  };

  return {
    answer(request, options) {
      if (waiting > bounds.maxWaiting) {
        throw new ModelError("throttled", t("The model on this computer is busy. Try again in a moment."));
      }
      waiting += 1;
      const turn = last
        .then(() => run(request, options))
        .finally(() => {
          waiting -= 1;
        });
      last = turn.catch(() => undefined);
      return turn;
    },
    isRunning: () => started !== undefined,
    close: stopProcess,
  };
}

/** Rejects when the caller goes away. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new ModelError("cancelled", t("Cancelled"))), { once: true });
  });

type Bounds = typeof defaultLimits;

function oneAnswer(
  child: ChildProcess,
  { id, system, prompt, temperature, maxTokens }: Request & { id: number },
  { signal, onText }: TextOptions,
  bounds: Bounds,
): Promise<TextAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TextAnswer>();
  const send = (message: ToChild) => child.connected && child.send(message, () => undefined);
  let text = "";
  let isStopped = false;
  const slow = () => reject(new ModelError("timeout", t("The model on this computer took too long to answer.")));
  const total = setTimeout(slow, bounds.answerMs);
  let silence = setTimeout(slow, bounds.silenceMs);
  const cancel = () => {
    isStopped = true;
    send({ kind: "stop", id });
    clearTimeout(silence);
    silence = setTimeout(slow, bounds.stopMs);
  };
  const onMessage = (message: FromChild) => {
    if (!("id" in message) || message.id !== id) return;
    if (message.kind === "text") {
      if (isStopped) return;
      silence.refresh();
      text += message.piece;
      if (text.length > bounds.maxChars) reject(new ModelError("bad_answer", t("The model's answer is too long.")));
      else onText?.(message.piece);
    } else if (isStopped) reject(new ModelError("cancelled", t("Cancelled")));
    else if (message.kind === "done") {
      const { finish, tokensIn, tokensOut } = message;
      resolve({ text, finish, tokensIn, tokensOut });
    } else if (message.kind === "too-long") {
      reject(new ModelError("rejected", t("The text is too long for the model on this computer.")));
    } else
      reject(
        new ModelError("unreachable", t("The model on this computer failed: {reason}", { reason: message.message })),
      );
  };
  child.on("message", onMessage);
  child.on("fault", reject);
  signal.addEventListener("abort", cancel, { once: true });
  send({ kind: "answer", id, system, prompt, temperature, maxTokens: maxTokens ?? bounds.maxTokens });
  if (signal.aborted) cancel();
  return promise.finally(() => {
    clearTimeout(total);
    clearTimeout(silence);
    child.off("message", onMessage);
    child.off("fault", reject);
    signal.removeEventListener("abort", cancel);
  });
}
