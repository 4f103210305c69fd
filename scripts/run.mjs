import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter } from "node:path";
import { isatty } from "node:tty";
import { inRoot, root } from "./paths.mjs";

const commands = inRoot("node_modules", ".bin");

/** This environment with the installed commands first, so that whatever a child calls `node` is ours. */
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

/** Runs a command to its end, keeping what it writes. Told to stop, it stops the command and then the program. */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    const { letGo, told } = passSignals(child);
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    const end = (code, more = "") => {
      letGo();
      if (told()) process.exit(exitCode(null, told()));
      resolve({ code, output: Buffer.concat(chunks).toString() + more });
    };
    child.on("error", (error) => end(127, `${error.message}\n`));
    child.on("close", (code, signal) => end(exitCode(code, signal)));
  });
}

/** Runs a command to its end on our own terminal; a signal to us is a signal to it. */
export function attend(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: environment(), stdio: "inherit", ...options });
    const { letGo } = passSignals(child);
    child.on("error", (error) => {
      letGo();
      reject(error);
    });
    child.on("close", (code, signal) => {
      letGo();
      resolve(exitCode(code, signal));
    });
  });
}

/** Gives this program's terminal, signals and exit code to another for the rest of its life. */
export async function become(command, args, options = {}) {
  process.exitCode = await attend(command, args, options);
}

/** While children run, our own end waits for theirs: they may have data to close. */
export function passSignals(...children) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  let received;
  const pass = (signal) => {
    received = signal;
    // What a terminal sends (Ctrl-C, its own closing) has reached the child already.
    if (signal !== "SIGTERM" && hasTerminal) return;
    for (const child of children) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  // npm passes SIGTERM to the shell between us, which dies of it without a word: a new parent is the only sign we get.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && !received && pass("SIGTERM"), 250);
  const letGo = () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, pass);
  };
  return { letGo, told: () => received };
}
