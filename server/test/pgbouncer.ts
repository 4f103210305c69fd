/** A real PgBouncer in transaction mode, in front of the test run's database server. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findServerUser } from "#db/embedded/server-user.ts";
import { findPgBouncer } from "./find-pgbouncer.ts";
import { freePort } from "./free-port.ts";

export type PgBouncer = {
  port: number;
  /** Lets it hang, until it is called with false. */
  freeze(isFrozen?: boolean): void;
  stop(): Promise<void>;
};

/** `poolSize` is how many connections to the database all clients of a user share. */
export async function startPgBouncer(adminUrl: string, { poolSize }: { poolSize: number }): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-pgbouncer-"));
  const user = findServerUser();
  const { searchParams, port: serverPort } = new URL(adminUrl);
  const port = await freePort();
  const users = join(folder, "users.txt");
  const log = join(folder, "log");
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${searchParams.get("host")} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
auth_type = scram-sha-256
auth_file = ${users}
auth_user = postgres
logfile = ${log}
`,
  );
  chmodSync(folder, 0o700);
  for (const file of [folder, users, join(folder, "pgbouncer.ini")]) chownSync(file, user.uid, user.gid);
  const server = spawn(findPgBouncer() ?? "pgbouncer", [join(folder, "pgbouncer.ini")], {
    ...user.spawnAs,
    cwd: folder,
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await untilItAnswers(server, port, log);
  return {
    port,
    freeze: (isFrozen = true) => void server.kill(isFrozen ? "SIGSTOP" : "SIGCONT"),
    async stop() {
      server.kill("SIGCONT");
      server.kill("SIGINT");
      setTimeout(() => server.kill("SIGKILL"), 2_000).unref();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(server: ChildProcess, port: number, log: string) {
  const giveUpAt = Date.now() + 20_000;
  while (!(await answers(port))) {
    if (server.exitCode !== null || Date.now() > giveUpAt)
      throw new Error(`PgBouncer does not start: ${existsSync(log) ? readFileSync(log, "utf8") : "no log"}`);
    await sleep(20);
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
