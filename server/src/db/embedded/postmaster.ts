import { execFile } from "node:child_process";
import { lstat, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ServerUser } from "./server-user.ts";

const run = promisify(execFile);

/** Replaces our own environment, because a PGPORT or PGDATA of the operator's shell would redirect the server. */
export const environment = { LC_ALL: "C", TZ: "UTC" };

/** The content of postmaster.pid. */
export interface Postmaster {
  pid: number;
  data: string;
  port: number;
  socketFolder: string;
  /** "starting", "ready" or "stopping". */
  status: string;
}

export interface ServerFiles {
  user: ServerUser;
  bin: string;
  /** A folder of the server's user: its working directory, with its log. */
  home: string;
  data: string;
}

export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  try {
    const lines = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n").map((line) => line.trim());
    const [pid, folder = "", , port, socketFolder = "", , , status = ""] = lines;
    if (!Number(pid)) return undefined; // being written
    // On Windows the server writes slashes, whatever it was started with.
    return { pid: Number(pid), data: resolve(folder), port: Number(port), socketFolder, status };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A full disk or a power cut during a start leaves an empty lock file, which PostgreSQL never removes. */
export async function removeEmptyLock(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.size === 0 && Date.now() - stats.mtimeMs > 2000) await rm(file, { force: true });
}

/** Whether the process is a server of this cluster, and not a later process with the same id. */
export async function isServing(pid: number, data: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return (await commandOf(pid)).includes(process.platform === "win32" ? "postgres" : data);
  } catch {
    return false; // ended, or a process of another user: not the server in either case
  }
}

/** Empty for a zombie process; only the program's name on Windows. */
async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
  if (process.platform === "win32") {
    const { stdout } = await run("tasklist", ["/NH", "/FI", `PID eq ${pid}`]);
    return stdout.split(/[\s.]+/);
  }
  const { stdout } = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  // `ps` does not quote arguments with spaces: the path after -D ends before the first -c.
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

/** Stops the server with a fast shutdown and waits for its end. */
export async function shutDown({ user, bin, home, data }: ServerFiles, pid: number): Promise<void> {
  try {
    // Runs pg_ctl as the server's user, so that the kernel refuses to signal a recorded process of another user.
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

/** Explains why a program of PostgreSQL did not start. */
export function cannotRun(cause: unknown, user: ServerUser): Error {
  const { code, stderr = "", message } = cause as NodeJS.ErrnoException & { stderr?: string };
  if (code === "EPERM") {
    return new Error(`PostgreSQL refuses to run as root, and we may not become ${user.name}: set DATABASE_URL.`, {
      cause,
    });
  }
  // If the required C library is missing, the system reports ENOENT for the program.
  const hint = code === "ENOENT" ? " It needs Linux with glibc 2.27 or later, macOS or Windows." : "";
  return new Error(`PostgreSQL cannot run here: ${stderr.trim() || message}.${hint}`, { cause });
}
