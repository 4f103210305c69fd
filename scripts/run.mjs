import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter } from "node:path";
import { isatty } from "node:tty";
import { inRoot, root } from "./paths.mjs";

const commands = inRoot("node_modules", ".bin");

/** This environment with the installed commands first on the path, so that a child's `node` is the pinned one. */
export function environment(more = {}) {
  return { ...process.env, PATH: [commands, pathWithoutCommands()].join(delimiter), ...more };
}

/** The search path as it was before npm put the installed commands on it. */
export function pathWithoutCommands() {
  const folders = (process.env.PATH ?? process.env.Path ?? "").split(delimiter);
  return folders.filter((folder) => folder !== commands).join(delimiter);
}

const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));

const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/** Runs a command and returns its output. On a signal, ends the command and then this program. */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    const { stopPassing, receivedSignal } = passSignals(child);
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    const end = (code, more = "") => {
      stopPassing();
      if (receivedSignal()) process.exit(exitCode(null, receivedSignal()));
      resolve({ code, output: Buffer.concat(chunks).toString() + more });
    };
    child.on("error", (error) => end(127, `${error.message}\n`));
    child.on("close", (code, signal) => end(exitCode(code, signal)));
  });
}

/** Runs a command on this program's terminal, and passes signals to it. `onOutput` receives what it writes to pipes. */
export function runAttached(command, args, { onOutput, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: environment(), stdio: "inherit", ...options });
    if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.on("data", onOutput);
    const { stopPassing } = passSignals(child);
    child.on("error", (error) => {
      stopPassing();
      reject(error);
    });
    child.on("close", (code, signal) => {
      stopPassing();
      resolve(exitCode(code, signal));
    });
  });
}

/** Runs a command in place of this program, as `exec` does: with its terminal, its signals and its exit code. */
export async function execCommand(command, args, options = {}) {
  process.exitCode = await runAttached(command, args, options);
}

/** Passes signals to the children instead of ending at once, because they may have data to close. */
export function passSignals(...children) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  let received;
  const pass = (signal) => {
    received = signal;
    // A terminal has sent its signals (Ctrl-C, its closing) to the children already.
    if (signal !== "SIGTERM" && hasTerminal) return;
    for (const child of children) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  // npm sends SIGTERM to the shell between it and this program. The shell dies without passing it on, so a new parent is
  // the only sign of it.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && !received && pass("SIGTERM"), 250);
  const stopPassing = () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, pass);
  };
  return { stopPassing, receivedSignal: () => received };
}
