import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claimSocketFolder } from "./data-directory.ts";
import type { Platform, Start } from "./platform.ts";
import { cannotRun, environment, readPostmaster, removeEmptyLock } from "./postmaster.ts";
import { prepareLog, readFrom } from "./server-log.ts";

/**
 * Uses a Unix socket in a folder of mode 0700: only the server's user and root can connect, so no password is needed. `peer`
 * authentication would need a map of names when we run as root; it would keep out only other processes of the server's user, which
 * can read the database's files anyway.
 */
export const unix: Platform = {
  authOptions: async () => ["--auth-local=trust", "--auth-host=reject"],
  address: async (directory) => {
    const folder = claimSocketFolder(directory);
    await removeEmptyLock(join(folder, ".s.PGSQL.5432.lock"));
    return {
      listen_addresses: "",
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: "0700",
      port: "5432",
    };
  },
  // Names the port and the sslmode, because otherwise PGPORT and PGSSLMODE of the operator's shell would apply.
  url: async ({ port, socketFolder }) =>
    `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(socketFolder)}&sslmode=disable`,
  launch,
};

async function launch(start: Start): Promise<string | undefined> {
  const { data, home, user } = start.files;
  const log = join(home, "postgres.log");
  const logged = await prepareLog(log);
  const server = spawnServer(start, log);
  const end = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    server.once("error", (error) => reject(cannotRun(error, user)));
    server.once("exit", (code, signal) => resolve(signal ?? code));
  });
  for (;;) {
    const exit = await Promise.race([end, sleep(10)]);
    // It started, and another process that used it first has already stopped it again.
    if (exit === 0) return undefined;
    if (typeof exit === "string") return `it was killed (${exit})`;
    if (typeof exit === "number") return (await readFrom(log, logged)) || "it ended without a message";
    const now = await readPostmaster(data);
    if (now?.pid === server.pid && now?.status === "ready") return undefined;
  }
}

function spawnServer({ files, settings, stalePid }: Start, log: string) {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [join(files.bin, "postgres"), "-D", files.data, ...options];
  // The server's user opens the log itself, because root must not write to a path that could be that user's link.
  const script = 'umask 077; log=$1; shift; exec "$@" >>"$log" 2>&1';
  const server = spawn("/bin/sh", ["-c", script, "sh", log, ...command], {
    ...files.user.spawnAs,
    cwd: files.home,
    // After a kill -9 another process may have the recorded process id, and PostgreSQL would refuse to start. This variable
    // tells it that the process is no server, and keeps its other check (shared memory that the killed server's last backends
    // still use). Removing postmaster.pid instead would race with a server that starts elsewhere.
    env: { ...environment, ...(stalePid && { PG_GRANDPARENT_PID: String(stalePid) }) },
    // In its own session, so that the terminal's Ctrl-C does not end it before the program has closed its connections.
    detached: true,
    stdio: "ignore",
  });
  server.unref();
  return server;
}
