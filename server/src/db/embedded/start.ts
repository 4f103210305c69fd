import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeWhole, removeHalfMade } from "./atomic-directory.ts";
import { findNative, prepareBinaries } from "./binaries.ts";
import type { Place } from "./data-directory.ts";
import type { Platform } from "./platform.ts";
import { initialize, readPostmaster, removeEmptyLock, type ServerFiles } from "./postmaster.ts";

const settings = {
  cluster_name: "intellibox",
  max_connections: "100",
  shared_buffers: "128MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  max_wal_size: "512MB",
  random_page_cost: "1.1",
  jit: "off",
  // A container's /dev/shm is 64 MB, and logging out of a desktop may empty it: nothing here depends on it.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  min_dynamic_shared_memory: "16MB",
  // What was acknowledged is on the disk.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // Statements and details of errors carry people's mail; the program logs its own errors.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** The server of one data folder, running or not. */
export interface Server {
  place: Place;
  platform: Platform;
  /** The folder with bin, lib and share, if not the installed package's. */
  native: string | undefined;
  log: (line: string) => void;
}

/** Starts the server, on a new cluster if there is none. Resolves to what it said if it ended instead. */
export async function start(server: Server, stalePid: number | undefined): Promise<string | undefined> {
  const { place, platform, log } = server;
  // Another process may have started one before the claim was ours.
  if ((await readPostmaster(place.data))?.pid !== stalePid) return undefined;
  await removeEmptyLock(join(place.data, "postmaster.pid"));
  const files = await filesOf(server);
  await removeHalfMade(place.home, place.user.spawnAs);
  if (!existsSync(place.data)) await createCluster(server, files);
  const address = await platform.address(place);
  const failure = await platform.launch({ files, settings: { ...settings, ...address }, stalePid });
  if (failure === undefined) log("PostgreSQL has started.");
  else await sleep(50);
  return failure;
}

export async function filesOf({ place, native }: Server): Promise<ServerFiles> {
  return { ...place, bin: await prepareBinaries(native ?? findNative(), place) };
}

async function createCluster({ place, platform }: Server, files: ServerFiles): Promise<void> {
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const admission = await platform.admission(place);
  await makeWhole(place.data, place.user.spawnAs, (fresh) => initialize(files, fresh, [...locale, ...admission]));
  if (process.platform === "win32") return;
  // Without this a power cut could take the new name, and the database with it, long after the first row was accepted.
  const folder = await open(place.home);
  await folder.sync().finally(() => folder.close());
}
