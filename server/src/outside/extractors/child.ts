/**
 * Starts and supervises one child process of worker.ts. The kernel limits its memory, Node's permission model its file access, and this
 * module its time.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { type ChildAnswer, Fault, type Progress, type Task } from "./content.ts";
import { limits } from "./limits.ts";

export type Child = {
  /** Runs one task at a time. Rejects with a Fault; after a timeout or a crash the child cannot be used again. */
  run(task: Task, options: { timeoutMs: number; onProgress?: (progress: Progress) => void }): Promise<ChildAnswer>;
  kill(): void;
  /** Whether the child is dead or has done its number of tasks. */
  isSpent(): boolean;
  gone: Promise<void>;
};

/** `shell` sets the kernel's memory limit. Without one (Windows), only the child's own watchdog limits it. */
export type ChildOptions = { dataKiB: number; shell?: string };

export function openChild(options: ChildOptions): Child {
  const started = start(options);
  let jobs = 0;
  let isDead = false;
  let settle: ((end: ChildAnswer | Fault) => void) | undefined;
  let listen: ((progress: Progress) => void) | undefined;
  let lastWords = "";

  const gone = new Promise<void>((resolve) => started.once("close", () => resolve()));
  const ready = new Promise<void>((resolve) => {
    started.once("message", () => resolve());
    started.once("close", () => resolve());
  });

  function die() {
    isDead = true;
    started.kill("SIGKILL");
  }
  function end(how: ChildAnswer | Fault) {
    settle?.(how);
    settle = undefined;
    listen = undefined;
  }

  started.stderr?.setEncoding("utf8").on("data", (text: string) => {
    lastWords = (lastWords + text).slice(-4_000);
  });
  started.on("message", (answer: ChildAnswer) => {
    if (answer.is === "progress") listen?.(answer.progress);
    else if (answer.is !== "ready") end(answer);
  });
  started.on("error", (cause) => end(new Fault("corrupt", "The extractor could not be started", { cause })));
  started.once("close", (code, signal) => {
    isDead = true;
    end(causeOfDeath(signal, code, lastWords));
  });

  return {
    async run(task, { timeoutMs, onProgress }) {
      jobs += 1;
      const answered = new Promise<ChildAnswer | Fault>((resolve) => {
        settle = resolve;
        listen = onProgress;
      });
      const giveUp = () => {
        end(new Fault("timeout", `No answer in ${timeoutMs} ms`));
        die();
      };
      await within(limits.startMs, ready, giveUp);
      // If sending fails, the child is dead, and `close` reports the cause.
      if (!isDead) started.send(task, () => undefined);
      const answer = await within(timeoutMs, answered, giveUp);
      if (answer instanceof Fault) throw answer;
      if (answer.is !== "fault") return answer;
      if (answer.isBroken) die();
      throw new Fault(answer.fault, answer.detail);
    },
    kill: die,
    isSpent: () => isDead || jobs >= limits.jobsPerChild,
    gone,
  };
}

async function within<T>(ms: number, work: Promise<T>, tooLate: () => void): Promise<T> {
  const timer = setTimeout(tooLate, ms);
  return work.finally(() => clearTimeout(timer));
}

function start({ dataKiB, shell = "/bin/sh" }: ChildOptions): ChildProcess {
  const node = [
    process.execPath,
    `--max-old-space-size=${limits.heapMiB}`,
    "--permission",
    ...readable.map((path) => `--allow-fs-read=${path}`),
    "--allow-worker",
    "--allow-addons",
    "--disable-warning=SecurityWarning",
    fileURLToPath(new URL("./worker.ts", import.meta.url)),
  ];
  // Not `ulimit -v`, which counts address space: WebAssembly reserves gigabytes of it. -d counts data.
  const limited = [shell, "-c", `ulimit -d ${dataKiB}; ulimit -c 0; exec "$0" "$@"`, ...node];
  const [command = "", ...args] = existsSync(shell) ? limited : node;
  const child = spawn(command, args, {
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
    windowsHide: true,
  });
  yieldTo(child.pid);
  return child;
}

/** The paths that a child may read: our code and the installed packages, not the data directory or secrets. */
const readable = [
  "./",
  "../mime/",
  "../../lib/",
  "../../../../node_modules/",
  "../../../node_modules/",
  "../../../../contract/src/",
  "../../../../contract/package.json",
  "../../../package.json",
  "../../../../package.json",
].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Lowers the priority below that of requests, but not so far that extractions time out on a busy machine. */
function yieldTo(pid: number | undefined) {
  try {
    if (pid !== undefined) setPriority(pid, 5);
  } catch {
    // The child has ended, or the system has no priorities; the task does not need it.
  }
}

function causeOfDeath(signal: NodeJS.Signals | null, code: number | null, lastWords: string) {
  const detail = `The extractor died (${signal ?? code}): ${lastWords.slice(-300)}`;
  // SIGKILL comes from the watchdog or the kernel; V8 and the allocator end by SIGABRT or SIGTRAP.
  const outOfMemory = signal === "SIGKILL" || signal === "SIGABRT" || signal === "SIGTRAP" || code === 134;
  return new Fault(outOfMemory || /out of memory|bad_alloc|allocat/i.test(lastWords) ? "oom" : "corrupt", detail);
}
