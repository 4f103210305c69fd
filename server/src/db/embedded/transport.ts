// How the program reaches its server, and nobody else does.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { claimSocketFolder, type Place } from "./place.ts";
import type { Postmaster } from "./postmaster.ts";

export interface Transport {
  /** Options for initdb: who is let in. */
  admission(place: Place): Promise<string[]>;
  /** Settings for a start: where to listen. */
  address(place: Place): Promise<Record<string, string>>;
  /** The superuser's address of a running server. */
  url(server: Postmaster, place: Place): Promise<string>;
}

/**
 * A Unix socket in a folder of mode 0700: the kernel lets in the server's user and root, and nobody else gets as far as
 * to be asked for a password. As root our process and the server are two users, so `peer` would need a map of names;
 * it would keep out only other processes of the server's user, and those can read the database's files anyway.
 */
export const unixSocket: Transport = {
  admission: async () => ["--auth-local=trust", "--auth-host=reject"],
  address: async (place) => ({
    listen_addresses: "",
    unix_socket_directories: `"${claimSocketFolder(place).replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    port: "5432",
  }),
  // The port and the sslmode are said, because otherwise PGPORT and PGSSLMODE of the operator's shell would be heard.
  url: async ({ port, socketFolder }) =>
    `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(socketFolder)}&sslmode=disable`,
};

/** Windows: a random port of this machine alone, and a password in a file that only this user can read. */
export const localPort: Transport = {
  admission: async (place) => {
    const file = join(place.home, "password");
    if (!existsSync(file)) await writeFile(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
    return ["--auth=scram-sha-256", `--pwfile=${file}`];
  },
  address: async ({ home }) => ({ listen_addresses: "127.0.0.1", port: await findPort(join(home, "port")) }),
  url: async ({ port }, { home }) => {
    const password = await readFile(join(home, "password"), "utf8");
    return `postgres://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
  },
};

export const transport = process.platform === "win32" ? localPort : unixSocket;

/** The same port as last time if it is still free, so that processes which know the address survive a restart. */
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
