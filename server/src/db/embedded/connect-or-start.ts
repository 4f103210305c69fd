import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClientLock, lock } from "./client-lock.ts";
import { isServing, type Postmaster, readPostmaster } from "./postmaster.ts";
import { type Server, start } from "./start.ts";
import { tryStartLock } from "./start-lock.ts";

/** A locked connection to a running server. */
export interface Connection extends ClientLock {
  pid: number;
  url: string;
}

/** Long enough for the crash recovery of a server that another process started. */
const maxWaitMs = 300_000;

/** Errors that disappear on their own: another process starts at the same time, or a killed server's last backends still run. */
const transientFailure = /lock file ".*" (already exists|is empty)|pre-existing shared memory block|was killed/;
const maxTransientMs = 15_000;

/** Connects to the server of the folder. If none runs, one process starts it and the others wait. */
export async function connectOrStart(server: Server): Promise<Connection> {
  const { base, data } = server.directory;
  const began = Date.now();
  while (Date.now() < began + maxWaitMs) {
    const running = await readPostmaster(data);
    const connection = running && (await connect(server, running));
    if (connection) return connection;
    const isUp = running && (await isServing(running.pid, data));
    const release = isUp ? undefined : await tryStartLock(path.join(base, "starting"));
    if (!release) {
      await sleep(10);
      continue;
    }
    const failure = await start(server, running?.pid).finally(release);
    if (failure && !(transientFailure.test(failure) && Date.now() < began + maxTransientMs)) {
      throw new Error(`PostgreSQL does not start: ${failure}`);
    }
  }
  throw new Error(`The PostgreSQL that runs on ${data} does not answer.`);
}

async function connect({ directory, platform }: Server, running: Postmaster): Promise<Connection | undefined> {
  // A copied data folder holds the other folder's postmaster.pid, whose server is not ours.
  if (running.status !== "ready" || running.data !== directory.data) return undefined;
  const url = await platform.url(running, directory);
  const locked = await lock(url);
  if (!locked) return undefined;
  // We may have got the lock because the server, while stopping, disconnected its holder. The file then says "stopping".
  const now = await readPostmaster(directory.data);
  if (now?.pid === running.pid && now.status === "ready") return { ...locked, pid: running.pid, url };
  await locked.client.end();
  return undefined;
}
