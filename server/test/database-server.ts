// A database server for one test run: fast because nothing in it has to survive, gone when the run has gone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { findNative, prepareBinaries } from "#db/embedded/binaries.ts";
import { claimPlace, type Place, tempFolders } from "#db/embedded/place.ts";
import { initialize, readPostmaster } from "#db/embedded/postmaster.ts";
import { findServerUser } from "#db/embedded/server-user.ts";
import { unix } from "#db/embedded/unix.ts";

export type DatabaseKind = "embedded" | "system";

export interface TestDatabaseServer {
  /** As the superuser, to the database `postgres`. */
  adminUrl: string;
  stop(): Promise<void>;
}

const locales = {
  embedded: ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
  system: [process.platform === "darwin" ? "--locale=en_US.UTF-8" : "--locale=C.UTF-8"],
};

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "200",
  shared_buffers: "128MB",
  random_page_cost: "1.1",
  jit: "off",
  timezone: "UTC",
  log_checkpoints: "off",
};

export async function startTestDatabaseServer(kind: DatabaseKind): Promise<TestDatabaseServer> {
  const user = findServerUser();
  const [parent = "/tmp"] = tempFolders(user);
  const place = claimPlace(await mkdtemp(join(parent, "intellibox-test-")), user);
  const bin = kind === "embedded" ? await prepareBinaries(findNative(), place) : findSystemBinaries();
  const files = { ...place, bin };
  await initialize(files, place.data, ["--no-sync", ...locales[kind], ...(await unix.admission(place))]);
  const failure = await unix.launch({ files, settings: { ...settings, ...(await unix.address(place)) } });
  const running = await readPostmaster(place.data);
  if (failure !== undefined || !running) throw new Error(`The test database does not start: ${failure}`);
  return { adminUrl: await unix.url(running, place), stop: endWithUs(running.pid, place) };
}

/**
 * A watcher that ends the server and removes its folder when its standard input closes: because we say so, or because
 * the test run was killed and could not say anything any more.
 */
function endWithUs(pid: number, { base }: Place): () => Promise<void> {
  const script = `cat; kill -QUIT "$1"; while kill -0 "$1"; do sleep 0.02; done; rm -rf -- "$2"`;
  const watcher = spawn("/bin/sh", ["-c", script, "sh", String(pid), base], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  const ended = once(watcher, "exit");
  return async () => {
    watcher.ref();
    watcher.stdin.end();
    await ended;
  };
}

/** The newest PostgreSQL of the machine, where Debian, Red Hat and Homebrew put it. */
export function findSystemBinaries(): string {
  const versioned = ["/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt"]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).map((name) => ({
        version: Number.parseInt(name.replace(/\D+/, ""), 10),
        bin: join(folder, name, "bin"),
      })),
    )
    .filter(({ version }) => version >= 15)
    .sort((a, b) => b.version - a.version)
    .map(({ bin }) => bin);
  const onPath = (process.env.PATH ?? "").split(delimiter);
  const found = [...versioned, ...onPath].find(
    (bin) => existsSync(join(bin, "postgres")) && existsSync(join(bin, "initdb")),
  );
  if (found) return found;
  throw new Error("No PostgreSQL 15 or later is installed on this machine (on Debian: apt-get install postgresql).");
}
