// A database server for one test run. It is fast because its data need not survive, and it ends with the run.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { findNative, prepareBinaries } from "#db/embedded/binaries.ts";
import { claimDataDirectory, type DataDirectory, tempFolders } from "#db/embedded/data-directory.ts";
import { initialize, readPostmaster, type ServerFiles } from "#db/embedded/postmaster.ts";
import { findServerUser } from "#db/embedded/server-user.ts";
import { unix } from "#db/embedded/unix.ts";

export type DatabaseKind = "embedded" | "system";

export interface TestDatabaseServer {
  /** The address of the database `postgres`, as the superuser. */
  adminUrl: string;
  stop(): Promise<void>;
}

const locales = {
  embedded: ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
  system: [process.platform === "darwin" ? "--locale=en_US.UTF-8" : "--locale=C.UTF-8"],
};

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "300",
  shared_buffers: "128MB",
  random_page_cost: "1.1",
  jit: "off",
  timezone: "UTC",
  log_checkpoints: "off",
};

type ServerOptions = {
  /** More settings, or other values. */
  settings?: Record<string, string>;
  /** The server of which it becomes a streaming replica. Needs the programs of the system's PostgreSQL. */
  replicaOf?: TestDatabaseServer;
};

/** Settings of a server that has replicas. */
export const primarySettings = { wal_level: "replica", max_wal_senders: "4" };

export async function startTestDatabaseServer(
  kind: DatabaseKind,
  options: ServerOptions = {},
): Promise<TestDatabaseServer> {
  const user = findServerUser();
  const [parent = "/tmp"] = tempFolders(user);
  const base = await mkdtemp(join(parent, "intellibox-test-"));
  try {
    return await startServer(kind, claimDataDirectory(base, user), options);
  } catch (error) {
    await rm(base, { recursive: true, force: true });
    throw error;
  }
}

async function startServer(
  kind: DatabaseKind,
  directory: DataDirectory,
  { settings: changed, replicaOf }: ServerOptions,
): Promise<TestDatabaseServer> {
  const bin = kind === "embedded" ? await prepareBinaries(findNative(), directory) : await findSystemBinaries();
  const files = { ...directory, bin };
  if (replicaOf) await copyServer(files, replicaOf);
  else await initialize(files, directory.data, ["--no-sync", ...locales[kind], ...(await unix.authOptions(directory))]);
  const all = { ...settings, ...changed, ...(await unix.address(directory)) };
  const failure = await unix.launch({ files, settings: all });
  const running = await readPostmaster(directory.data);
  if (failure !== undefined || !running) throw new Error(`The test database does not start: ${failure}`);
  const socketFolder = running.socketFolder === directory.home ? [] : [running.socketFolder];
  return {
    adminUrl: await unix.url(running, directory),
    stop: endWithUs(running.pid, [directory.base, ...socketFolder]),
  };
}

/** Copies a running server's files, with the settings that make the copy follow it. */
async function copyServer({ bin, user, home, data }: ServerFiles, { adminUrl }: TestDatabaseServer) {
  const host = new URL(adminUrl).searchParams.get("host") ?? "";
  const args = ["-D", data, "-h", host, "-U", "postgres", "-X", "stream", "-c", "fast", "-R", "--no-sync"];
  await promisify(execFile)(join(bin, "pg_basebackup"), args, { ...user.spawnAs, cwd: home, env: { LC_ALL: "C" } });
}

/**
 * Starts a watcher that ends the server and removes its folder when its standard input closes. The test run closes it, or the
 * operating system does after the run was killed.
 */
function endWithUs(pid: number, folders: string[]): () => Promise<void> {
  // It waits ten seconds at most: in a container whose init does not reap processes, a zombie would keep it waiting.
  const script = `
    cat
    pid=$1
    shift
    kill -QUIT "$pid"
    for attempt in $(seq 500); do kill -0 "$pid" || break; sleep 0.02; done
    rm -rf -- "$@"`;
  const watcher = spawn("/bin/sh", ["-c", script, "sh", String(pid), ...folders], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  const ended = once(watcher, "exit");
  return async () => {
    watcher.ref();
    watcher.stdin.end();
    await ended;
  };
}

const oldestVersion = 15;

/** The newest PostgreSQL of the machine, in the folders of Debian, Red Hat or Homebrew, or on the path. */
export async function findSystemBinaries(path = process.env.PATH ?? "", folders = packageFolders): Promise<string> {
  const candidates = [...globSync(folders), ...path.split(delimiter)].filter((bin) => existsSync(join(bin, "initdb")));
  const versions = await Promise.all(candidates.map(async (bin) => ({ bin, version: await versionOf(bin) })));
  const [newest] = versions.filter(({ version }) => version >= oldestVersion).sort((a, b) => b.version - a.version);
  if (newest) return newest.bin;
  throw new Error(
    `No PostgreSQL ${oldestVersion} or later is installed on this machine (on Debian: apt-get install postgresql).`,
  );
}

const packageFolders = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/{opt/homebrew,usr/local}/opt/postgresql@*/bin",
];

async function versionOf(bin: string): Promise<number> {
  const { stdout } = await promisify(execFile)(join(bin, "postgres"), ["--version"]);
  return Number(/\d+/.exec(stdout)?.[0]);
}
