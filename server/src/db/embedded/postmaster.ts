import { execFile } from "node:child_process";
import { lstat, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ServerUser } from "./server-user.ts";

const run = promisify(execFile);

/** Our own environment stays out: a PGPORT or PGDATA of the operator's shell would point the server elsewhere. */
export const environment = { LC_ALL: "C", TZ: "UTC" };

/** What a running server says of itself in postmaster.pid. */
export interface Postmaster {
  pid: number;
  data: string;
  port: number;
  socketFolder: string;
  /** "starting", "ready" or "stopping". */
  status: string;
}

/** A server as we run it: whose, from which binaries, on which cluster. */
export interface ServerFiles {
  user: ServerUser;
  bin: string;
  /** A folder of the server's user: where it starts, and writes its log. */
  home: string;
  data: string;
}

export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  try {
    const lines = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n").map((line) => line.trim());
    const [pid, folder = "", , port, socketFolder = "", , , status = ""] = lines;
    if (!Number(pid)) return undefined; // being written
    // With slashes on Windows, whatever we have started it with.
    return { pid: Number(pid), data: resolve(folder), port: Number(port), socketFolder, status };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A start that was cut off by a full disk or a power cut leaves an empty lock file, which PostgreSQL never removes. */
export async function removeEmptyLock(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.size === 0 && Date.now() - stats.mtimeMs > 2000) await rm(file, { force: true });
}

/** Whether the process is a server on this cluster, and not a later one that was given the same id. */
export async function isServing(pid: number, data: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return (await commandOf(pid)).includes(process.platform === "win32" ? "postgres" : data);
  } catch {
    return false; // gone, or of another user: not the server in either case
  }
}

/** Nothing for a process that has ended and waits to be buried; only the name on Windows. */
async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
  if (process.platform === "win32") {
    const { stdout } = await run("tasklist", ["/NH", "/FI", `PID eq ${pid}`]);
    return stdout.split(/[\s.]+/);
  }
  const { stdout } = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  // Arguments with spaces come apart: what was given after -D ends where the first setting begins.
  return [/ -D (.*?) -c /.exec(stdout)?.[1] ?? ""];
}

export async function initialize({ user, bin, home }: ServerFiles, fresh: string, options: string[]): Promise<void> {
  const all = ["-D", fresh, "-U", "postgres", "-E", "UTF8", "--no-instructions", ...options];
  try {
    await run(join(bin, "initdb"), all, { ...user.spawnAs, cwd: home, env: environment });
  } catch (cause) {
    throw cannotRun(cause, user);
  }
}

/** Ends the server in an orderly way and waits for it. */
export async function shutDown({ user, bin, home, data }: ServerFiles, pid: number): Promise<void> {
  try {
    // By pg_ctl as the server's user, so that the kernel judges whether that user may signal the recorded process.
    const all = ["stop", "-D", data, "-m", "fast", "-W", "-s"];
    await run(join(bin, "pg_ctl"), all, { ...user.spawnAs, cwd: home, env: environment });
  } catch (error) {
    if (await isServing(pid, data)) throw error;
  }
  const deadline = Date.now() + 60_000;
  while ((await readPostmaster(data))?.pid === pid || (await isServing(pid, data))) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) is still running a minute after the stop.`);
    await sleep(10);
  }
}

/** In words, why a program of PostgreSQL did not even begin. */
export function cannotRun(cause: unknown, user: ServerUser): Error {
  const { code, stderr = "", message } = cause as NodeJS.ErrnoException & { stderr?: string };
  if (code === "EPERM") {
    return new Error(`PostgreSQL refuses to run as root, and we may not become ${user.name}: set DATABASE_URL.`, {
      cause,
    });
  }
  // Without the C library it was built for, the system says only that the file does not exist.
  const hint = code === "ENOENT" ? " It needs Linux with glibc 2.27 or later, macOS or Windows." : "";
  return new Error(`PostgreSQL cannot run here: ${stderr.trim() || message}.${hint}`, { cause });
}
