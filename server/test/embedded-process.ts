// Processes that start, share and leave an embedded database, and that a test can kill.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { chown, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { isServing, readPostmaster } from "#db/embedded/postmaster.ts";
import { findServerUser, isRoot, mayRun } from "#db/embedded/server-user.ts";
import { startEmbedded } from "#db/embedded.ts";

export interface EmbeddedProcess {
  url: string;
  note?: string;
  child: ChildProcess;
  /** Asks the process to close, and waits until it has ended. */
  leave(): Promise<void>;
}

export interface ProcessOptions {
  dataDir: string;
  native?: string;
  /** The user to run as. Only root can choose one. */
  as?: { uid: number; gid: number } | undefined;
  /** Uses the code paths for Windows. */
  isWindows?: boolean;
}

const launcher = new URL("../src/db/embedded.ts", import.meta.url);
const windows = new URL("../src/db/embedded/windows.ts", import.meta.url);

const program = `
import { startEmbedded } from ${JSON.stringify(launcher.href)};
const say = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
try {
  const { isWindows, ...options } = JSON.parse(process.argv[1]);
  if (isWindows) options.platform = (await import(${JSON.stringify(windows.href)})).windows;
  const { url, note, stop } = await startEmbedded(options);
  process.on("SIGINT", () => say("interrupted"));
  say({ url, note });
  process.stdin.resume().on("end", () => stop().then(() => process.exit(0)));
} catch (error) {
  say({ error: error.message });
  process.exit(1);
}
`;

/** Starts a process without waiting for its database, so that a test can kill it before. */
export function spawnProcess({ as, ...options }: ProcessOptions): ChildProcess {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, JSON.stringify(options)], {
    ...as,
    cwd: "/",
    // It leads a process group, as a command in a terminal does.
    detached: true,
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, PGPORT: "1", PGSSLMODE: "require", PGDATA: "/nowhere" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

export async function startProcess(options: ProcessOptions): Promise<EmbeddedProcess> {
  const child = spawnProcess(options);
  const { error, ...started } = await nextMessage<{ url: string; note?: string; error?: string }>(child);
  if (error) throw new Error(error);
  const leave = async () => {
    child.stdin?.end();
    const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
    if (code !== 0) throw new Error(`The process ended with ${code}.`);
  };
  return { ...started, child, leave };
}

export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  if (!child.stdout) throw new Error("The process has no output.");
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, "line"), once(lines, "close")]);
  lines.close();
  if (line === undefined) throw new Error("The process ended without output.");
  return JSON.parse(line);
}

/** A folder that is removed after the test, with any server on it. Readable by every user, as /srv is. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intellibox-launch-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The same, owned by a user. */
export async function makeFolderFor(as: { uid: number; gid: number } | undefined): Promise<string> {
  const folder = makeFolder();
  if (as) await chown(folder, as.uid, as.gid);
  return folder;
}

/**
 * Call it at the top of a test file. Copies one stopped database into new data folders, which takes a tenth of the time of
 * `initdb`. For tests that are not about a first start.
 */
export function usedFolders() {
  const template = mkdtempSync(join(realpathSync(tmpdir()), "intellibox-launch-"));
  beforeAll(async () => {
    chmodSync(template, 0o755);
    await (await startEmbedded({ dataDir: template })).stop();
  });
  afterAll(() => rm(template, { recursive: true, force: true, maxRetries: 5 }));
  return async (dataDir = makeFolder()): Promise<string> => {
    mkdirSync(dataDir, { recursive: true });
    await promisify(execFile)("cp", ["-a", join(template, "postgres"), dataDir]);
    return dataDir;
  };
}

export const clusterOf = (dataDir: string) => join(dataDir, "postgres", "18", "data");

/** The process id of the server, which ends with the test at the latest. */
export async function serverOf(cluster: string): Promise<number> {
  const running = await readPostmaster(cluster);
  if (!running) throw new Error(`No server runs on ${cluster}.`);
  onTestFinished(async () => {
    if (await isServing(running.pid, cluster)) process.kill(running.pid, "SIGQUIT");
  });
  return running.pid;
}

export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A user who is not root, or the reason why there is none. */
export function findOrdinaryUser(): { as?: { uid: number; gid: number }; missing?: string } {
  if (!isRoot()) return {};
  const nobody = findServerUser({ uid: 65_534, gid: 65_534 });
  const canRead =
    mayRun(realpathSync(process.execPath), nobody) && mayRun(realpathSync(join(import.meta.dirname)), nobody);
  if (!canRead) return { missing: "another user than root cannot read this folder" };
  return { as: { uid: nobody.uid, gid: nobody.gid } };
}
