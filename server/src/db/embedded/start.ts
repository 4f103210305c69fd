import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAtomically, removeLeftovers } from "./atomic-directory.ts";
import { findNative, prepareBinaries } from "./binaries.ts";
import type { DataDirectory } from "./data-directory.ts";
import type { Platform } from "./platform.ts";
import { initialize, readPostmaster, removeEmptyLock, type ServerFiles } from "./postmaster.ts";

const settings = {
  cluster_name: "intellibox",
  max_connections: "100",
  shared_buffers: "128MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  // The WAL of a first sync grows to about this size. Measured with 20,000 mails: 144 MB instead of 496 MB with 512MB, and no more
  // WAL was written for it. Checkpoints let it shrink again.
  max_wal_size: "128MB",
  min_wal_size: "32MB",
  // Compresses the page images that follow each checkpoint. pglz is in every build, lz4 is not.
  wal_compression: "pglz",
  random_page_cost: "1.1",
  jit: "off",
  // Avoids /dev/shm: it has only 64 MB in a container, and logging out of a desktop may empty it.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  min_dynamic_shared_memory: "16MB",
  // Committed data must survive a power cut.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // Statements and error details contain mail, so they are not logged. The program logs its own errors.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** The server of one data folder, whether it runs or not. */
export interface Server {
  directory: DataDirectory;
  platform: Platform;
  /** The folder with bin, lib and share, if not the installed package's. */
  native: string | undefined;
  log: (line: string) => void;
}

/** Starts the server, and creates a cluster if there is none. Resolves to the reason if it ended instead. */
export async function start(server: Server, stalePid: number | undefined): Promise<string | undefined> {
  const { directory, platform, log } = server;
  // Another process may have started one before we got the lock.
  if ((await readPostmaster(directory.data))?.pid !== stalePid) return undefined;
  await removeEmptyLock(join(directory.data, "postmaster.pid"));
  const files = await filesOf(server);
  await removeLeftovers(directory.home, directory.user.spawnAs);
  if (!existsSync(directory.data)) await createCluster(server, files);
  const address = await platform.address(directory);
  const failure = await platform.launch({ files, settings: { ...settings, ...address }, stalePid });
  if (failure === undefined) log("PostgreSQL has started.");
  else await sleep(50);
  return failure;
}

export async function filesOf({ directory, native }: Server): Promise<ServerFiles> {
  return { ...directory, bin: await prepareBinaries(native ?? findNative(), directory) };
}

async function createCluster({ directory, platform }: Server, files: ServerFiles): Promise<void> {
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const auth = await platform.authOptions(directory);
  await createAtomically(directory.data, directory.user.spawnAs, (fresh) =>
    initialize(files, fresh, [...locale, ...auth]),
  );
  if (process.platform === "win32") return;
  // Syncs the rename: otherwise a power cut could lose the new name, and with it the whole database.
  const folder = await open(directory.home);
  await folder.sync().finally(() => folder.close());
}
