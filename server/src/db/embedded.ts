// The embedded database: PostgreSQL 18 from npm binaries. Only this user and root can connect, and only from this machine.
import { setTimeout as sleep } from "node:timers/promises";
import { unlock } from "./embedded/client-lock.ts";
import { type Connection, connectOrStart } from "./embedded/connect-or-start.ts";
import { findDataDirectory } from "./embedded/data-directory.ts";
import type { Platform } from "./embedded/platform.ts";
import { shutDown } from "./embedded/postmaster.ts";
import { filesOf, type Server } from "./embedded/start.ts";
import { unix } from "./embedded/unix.ts";
import { windows } from "./embedded/windows.ts";

interface EmbeddedOptions {
  /** The program's data folder. The database takes the folder `postgres` in it. */
  dataDir: string;
  log?: (line: string) => void;
  /** The folder with bin, lib and share, instead of the installed package's. */
  native?: string;
  /** For tests; this platform's own by default. */
  platform?: Platform;
}

interface Embedded {
  /** For the superuser, to the database `postgres`. */
  url: string;
  /** One line for the operator when the database is not in the data folder. */
  note?: string;
  /** Call it when every connection is closed. The last process stops the server. */
  stop(): Promise<void>;
}

/** Starts the server of the data folder, or connects to the one that another process has started. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log = () => undefined } = options;
  const directory = findDataDirectory(options.dataDir);
  const server: Server = { directory, log, native: options.native, platform: options.platform ?? ownPlatform };
  const first = await connectOrStart(server);
  let current: Promise<Connection | undefined> = Promise.resolve(first);
  let isStopping = false;

  /** Reconnects when the server was killed or has restarted after a crash, and starts it again if needed. */
  async function keepConnected() {
    for (let connection: Connection | undefined = first; connection; connection = await current) {
      await connection.closed;
      if (isStopping) return;
      log("The connection to PostgreSQL was lost.");
      current = reconnect();
    }
  }
  async function reconnect() {
    while (!isStopping) {
      try {
        return await connectOrStart(server);
      } catch (error) {
        log(`PostgreSQL could not be started again: ${(error as Error).message}`);
        await sleep(1000);
      }
    }
    return undefined;
  }
  async function stopOnce() {
    isStopping = true;
    const connection = await current;
    if (!connection) return;
    try {
      if (!(await unlock(connection.client))) return;
      await shutDown(await filesOf(server), connection.pid);
      log("PostgreSQL has stopped.");
    } finally {
      await connection.client.end();
    }
  }
  void keepConnected();
  let stopped: Promise<void> | undefined;
  return {
    url: first.url,
    ...(directory.note && { note: directory.note }),
    stop: () => {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}

const ownPlatform = process.platform === "win32" ? windows : unix;
