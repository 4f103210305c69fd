// The database that comes with the program: PostgreSQL 18 from npm binaries, which only this user (and root) can reach.
// It never listens beyond this machine.
import { setTimeout as sleep } from "node:timers/promises";
import { leave } from "./embedded/client-lock.ts";
import { join, type Seat } from "./embedded/connect-or-start.ts";
import { findPlace } from "./embedded/data-directory.ts";
import type { Platform } from "./embedded/platform.ts";
import { shutDown } from "./embedded/postmaster.ts";
import { filesOf, type Server } from "./embedded/start.ts";
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
