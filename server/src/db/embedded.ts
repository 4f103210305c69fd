// The database that comes with the program: PostgreSQL 18 from npm binaries, reached through a socket that only this
// user (and root) can open. It never listens on a network.
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findNative, prepareBinaries } from "./embedded/binaries.ts";
import { tryClaim } from "./embedded/claim.ts";
import { makeWhole, removeHalfMade } from "./embedded/half-made.ts";
import { findPlace, type Place } from "./embedded/place.ts";
import type { Platform } from "./embedded/platform.ts";
import {
  initialize,
  isServing,
  type Postmaster,
  readPostmaster,
  removeEmptyLock,
  type ServerFiles,
  shutDown,
} from "./embedded/postmaster.ts";
import { enter, leave, type Presence } from "./embedded/presence.ts";
import { unix } from "./embedded/unix.ts";
import { windows } from "./embedded/windows.ts";

export interface EmbeddedOptions {
  /** The program's data folder. The database takes the folder `postgres` in it. */
  dataDir: string;
  log?: (line: string) => void;
  /** The folder with bin, lib and share, instead of the installed package's. */
  native?: string;
  /** Instead of this platform's own ways. */
  platform?: Platform;
}

export interface Embedded {
  /** As the superuser, to the database `postgres`. */
  url: string;
  /** One line for the operator when the database is not in the data folder. */
  note?: string;
  /** Call it when every connection is closed: the last process to leave stops the server. */
  stop(): Promise<void>;
}

/** Starts the server on the data folder, or joins the one that another process has started. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log = () => undefined } = options;
  const place = findPlace(options.dataDir);
  const server: Server = { place, log, native: options.native, platform: options.platform ?? ownPlatform };
  const first = await join(server);
  let sitting: Promise<Seat | undefined> = Promise.resolve(first);
  let isStopping = false;

  /** When the server was killed, or has restarted itself after a crash: start it again, and be seen in it again. */
  async function attend() {
    for (let seat: Seat | undefined = first; seat; seat = await sitting) {
      await seat.gone;
      if (isStopping) return;
      log("The connection to PostgreSQL was lost.");
      sitting = rejoin();
    }
  }
  async function rejoin() {
    while (!isStopping) {
      try {
        return await join(server);
      } catch (error) {
        log(`PostgreSQL does not come back: ${(error as Error).message}`);
        await sleep(1000);
      }
    }
    return undefined;
  }
  async function depart() {
    isStopping = true;
    const seat = await sitting;
    if (!seat) return;
    try {
      if (!(await leave(seat.client))) return;
      await shutDown(await filesOf(server), seat.pid);
      log("PostgreSQL has stopped.");
    } finally {
      await seat.client.end();
    }
  }
  void attend();
  let departure: Promise<void> | undefined;
  return {
    url: first.url,
    ...(place.note && { note: place.note }),
    stop: () => {
      departure ??= depart();
      return departure;
    },
  };
}

const ownPlatform = process.platform === "win32" ? windows : unix;

interface Server {
  place: Place;
  platform: Platform;
  native: string | undefined;
  log: (line: string) => void;
}

/** A place among the users of a running server. */
interface Seat extends Presence {
  pid: number;
  url: string;
}

/** Another process's server may have a long recovery before it. */
const longestWait = 300_000;

/** Another process that starts at the same moment, the last backends of a killed server, somebody who kills: all pass. */
const passing = /lock file ".*" (already exists|is empty)|pre-existing shared memory block|was killed/;
const longestPassing = 15_000;

async function join(server: Server): Promise<Seat> {
  const { base, data } = server.place;
  const began = Date.now();
  while (Date.now() < began + longestWait) {
    const running = await readPostmaster(data);
    const seat = running && (await sitDown(server, running));
    if (seat) return seat;
    const isUp = running && (await isServing(running.pid, data));
    const release = isUp ? undefined : await tryClaim(path.join(base, "starting"));
    if (!release) {
      await sleep(10);
      continue;
    }
    const failure = await start(server, running?.pid).finally(release);
    if (failure && !(passing.test(failure) && Date.now() < began + longestPassing)) {
      throw new Error(`PostgreSQL does not start: ${failure}`);
    }
  }
  throw new Error(`The PostgreSQL that runs on ${data} does not answer.`);
}

async function sitDown({ place, platform }: Server, running: Postmaster): Promise<Seat | undefined> {
  // A copied data folder carries the other folder's postmaster.pid: that server is not ours.
  if (running.status !== "ready" || running.data !== place.data) return undefined;
  const url = await platform.url(running, place);
  const presence = await enter(url);
  if (!presence) return undefined;
  // Who was stopping the server lost its lock to us when the server cut it off: by then the file says "stopping".
  const now = await readPostmaster(place.data);
  if (now?.pid === running.pid && now.status === "ready") return { ...presence, pid: running.pid, url };
  await presence.client.end();
  return undefined;
}

async function start(server: Server, stalePid: number | undefined): Promise<string | undefined> {
  const { place, platform, log } = server;
  // Another process may have started one before the claim was ours.
  if ((await readPostmaster(place.data))?.pid !== stalePid) return undefined;
  await removeEmptyLock(path.join(place.data, "postmaster.pid"));
  const files = await filesOf(server);
  await removeHalfMade(place.home, place.user.spawnAs);
  if (!existsSync(place.data)) await createCluster(server, files);
  const address = await platform.address(place);
  const failure = await platform.launch({ files, settings: { ...settings, ...address }, stalePid });
  if (failure === undefined) log("PostgreSQL has started.");
  else await sleep(50);
  return failure;
}

async function filesOf({ place, native }: Server): Promise<ServerFiles> {
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
