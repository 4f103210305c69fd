// Windows: a port on the loopback interface, and a password in a file that only this user can read.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Platform, Start } from "./platform.ts";
import { environment, readPostmaster } from "./postmaster.ts";
import { prepareLog, readFrom } from "./server-log.ts";

export const windows: Platform = {
  authOptions: async ({ home }) => {
    const file = join(home, "password");
    if (!existsSync(file)) await writeFile(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
    return ["--auth=scram-sha-256", `--pwfile=${file}`];
  },
  address: async ({ home }) => ({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: await findPort(join(home, "port")),
  }),
  url: async ({ port }, { home }) => {
    const password = await readFile(join(home, "password"), "utf8");
    return `postgres://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
  },
  launch,
};

const maxStartMs = 60_000;

/** Uses pg_ctl, which drops administrator rights, because PostgreSQL refuses to run with them. */
async function launch({ files, settings, stalePid }: Start): Promise<string | undefined> {
  const log = join(files.home, "postgres.log");
  const logged = await prepareLog(log);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const all = ["start", "-D", files.data, "-l", log, "-W", "-s", "-o", options.join(" ")];
  // Without pipes: the server would inherit them, and their end would come only with its own.
  const control = spawn(join(files.bin, "pg_ctl"), all, {
    ...files.user.spawnAs,
    cwd: files.home,
    env: environment,
    stdio: "ignore",
    windowsHide: true,
  });
  const [code] = await once(control, "exit");
  if (code !== 0) return (await readFrom(log, logged)) || `pg_ctl ended with ${code}`;
  const deadline = Date.now() + maxStartMs;
  while (Date.now() < deadline) {
    const now = await readPostmaster(files.data);
    if (now && now.pid !== stalePid && now.status === "ready") return undefined;
    const lines = await readFrom(log, logged);
    if (lines.includes("FATAL:")) return lines;
    await sleep(20);
  }
  return `the server is not ready after a minute: ${await readFrom(log, logged)}`;
}

/** Reuses the last port if it is free, so that processes which know the URL can reconnect after a restart. */
async function findPort(file: string): Promise<string> {
  const last = existsSync(file) ? Number(await readFile(file, "utf8")) : 0;
  const port = String(await tryPort(last).catch(() => tryPort(0)));
  await writeFile(file, port);
  return port;
}

function tryPort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : wanted));
    });
  });
}
