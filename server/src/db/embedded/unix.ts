import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claimSocketFolder } from "./data-directory.ts";
import type { Platform, Start } from "./platform.ts";
import { cannotRun, environment, readPostmaster, removeEmptyLock } from "./postmaster.ts";
import { readFrom, startLog } from "./server-log.ts";

/**
 * A Unix socket in a folder of mode 0700: the kernel lets in the server's user and root, and nobody else gets as far as
 * being asked for a password. As root our process and the server are two users, so `peer` would need a map of names;
 * it would keep out only other processes of the server's user, and those can read the database's files anyway.
 */
export const unix: Platform = {
  admission: async () => ["--auth-local=trust", "--auth-host=reject"],
  address: async (place) => {
    const folder = claimSocketFolder(place);
    await removeEmptyLock(join(folder, ".s.PGSQL.5432.lock"));
    return {
      listen_addresses: "",
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: "0700",
      port: "5432",
    };
  },
  // The port and the sslmode are said, because otherwise PGPORT and PGSSLMODE of the operator's shell would be heard.
  url: async ({ port, socketFolder }) =>
    `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(socketFolder)}&sslmode=disable`,
  launch,
};

async function launch(start: Start): Promise<string | undefined> {
  const { data, home, user } = start.files;
  const log = join(home, "postgres.log");
  const logged = await startLog(log);
  const server = spawnServer(start, log);
  const end = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    server.once("error", (error) => reject(cannotRun(error, user)));
    server.once("exit", (code, signal) => resolve(signal ?? code));
  });
  for (;;) {
    const exit = await Promise.race([end, sleep(10)]);
    // It came up, and another process that was quicker to use it has stopped it again.
    if (exit === 0) return undefined;
    if (typeof exit === "string") return `it was killed (${exit})`;
    if (typeof exit === "number") return (await readFrom(log, logged)) || "it ended without a word";
    const now = await readPostmaster(data);
    if (now?.pid === server.pid && now?.status === "ready") return undefined;
  }
}

function spawnServer({ files, settings, stalePid }: Start, log: string) {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [join(files.bin, "postgres"), "-D", files.data, ...options];
  // The server's user opens the log itself: root must not write where that user could have laid a link.
  const script = 'umask 077; log=$1; shift; exec "$@" >>"$log" 2>&1';
  const server = spawn("/bin/sh", ["-c", script, "sh", log, ...command], {
    ...files.user.spawnAs,
    cwd: files.home,
    // After a kill -9 the recorded process id may have gone to another process, and PostgreSQL would refuse to start.
    // This tells it that the process is no server, and leaves its other guard (shared memory that the last backends
    // of the killed server still use) in place; removing postmaster.pid would race with a server that starts elsewhere.
    env: { ...environment, ...(stalePid && { PG_GRANDPARENT_PID: String(stalePid) }) },
    // A session of its own: the terminal's Ctrl-C must not end it before the program has closed.
    detached: true,
    stdio: "ignore",
  });
  server.unref();
  return server;
}
