import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { enter, type Presence } from "./client-lock.ts";
import { isServing, type Postmaster, readPostmaster } from "./postmaster.ts";
import { type Server, start } from "./start.ts";
import { tryClaim } from "./start-lock.ts";

/** A place among the users of a running server. */
export interface Seat extends Presence {
  pid: number;
  url: string;
}

/** Another process's server may have a long recovery before it. */
const longestWait = 300_000;

/** Another process that starts at the same moment, the last backends of a killed server, somebody who kills: all pass. */
const passing = /lock file ".*" (already exists|is empty)|pre-existing shared memory block|was killed/;
const longestPassing = 15_000;

/** A seat at the server that runs on the folder; if none does, one process starts it and the others wait. */
export async function join(server: Server): Promise<Seat> {
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
