import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { cp } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
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
import { startEmbedded } from "../embedded.ts";
import { findNative } from "./binaries.ts";
import { isServing } from "./postmaster.ts";
import { findServerUser, isRoot } from "./server-user.ts";

vi.setConfig({ testTimeout: 180_000 });

const ordinary = findOrdinaryUser();
const makeUsedFolder = usedFolders();
const onlyRoot = "only root can become another user";
const ownerOf = (pid: number) => lstatSync(`/proc/${pid}`).uid;

test("an ordinary user's server runs as that user, in folders that no other user can enter", async ({ skip }) => {
  skip(ordinary.missing !== undefined, ordinary.missing);
  const dataDir = await makeFolderFor(ordinary.as);
  const program = await startProcess({ dataDir, as: ordinary.as });
  await serverOf(clusterOf(dataDir));
  expect(program.note).toBeUndefined();
  const uid = ordinary.as?.uid ?? process.getuid?.();
  for (const folder of [join(dataDir, "postgres"), join(dataDir, "postgres", "18"), clusterOf(dataDir)]) {
    expect(lstatSync(folder)).toMatchObject({ uid });
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  }
  await program.leave();
});

test("root's server runs as another user, and no third user can connect to it", async ({ skip }) => {
  skip(!isRoot(), onlyRoot);
  const dataDir = makeFolder();
  const server = await startEmbedded({ dataDir });
  const pid = await serverOf(clusterOf(dataDir));
  const user = findServerUser();
  expect(user.uid).not.toBe(0);
  expect(lstatSync(clusterOf(dataDir)).uid).toBe(user.uid);
  if (process.platform === "linux") expect(ownerOf(pid)).toBe(user.uid);
  expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);

  const third = { uid: 54_321, gid: 54_321 };
  const socket = join(new URL(server.url).searchParams.get("host") ?? "", ".s.PGSQL.5432");
  const knock = `require("node:net").connect(${JSON.stringify(socket)}).on("connect", () => process.exit(7)).on("error", (e) => { process.stdout.write(e.code); process.exit(0) })`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", knock], { ...third, cwd: "/" });
  expect(stdout).toBe("EACCES");
  await server.stop();
});

test("if only root can enter the folder, the database and its binaries go to /var/lib, with a note", async ({
  skip,
}) => {
  skip(!isRoot(), onlyRoot);
  const { closed, dataDir, native } = await makeClosedFolder();
  const first = await startEmbedded({ dataDir, native });
  const base = basesOf(dataDir);
  expect(first.note).toBe(
    `The database is in ${base}, because its user (${findServerUser().name}) cannot reach ${dataDir}.`,
  );
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  expect(readdirSync(base).some((name) => name.startsWith("binaries-18"))).toBe(true);
  const pid = await serverOf(join(base, "18", "data"));
  await query(first.url, "create table notes as select 'kept' as text");
  const second = await startEmbedded({ dataDir, native });
  expect(second.url).toBe(first.url);
  await first.stop();
  await second.stop();
  expect(await isServing(pid, join(base, "18", "data"))).toBe(false);

  // The database stays there, even if the folder becomes accessible.
  chmodSync(closed, 0o755);
  const third = await startEmbedded({ dataDir, native });
  expect(third.note).toBe(first.note);
  expect(await query(third.url, "select text from notes")).toEqual([{ text: "kept" }]);
  await third.stop();
});

/** A clone in root's home: no other user can reach the data folder or the package. */
async function makeClosedFolder() {
  const closed = makeFolder();
  const dataDir = join(closed, "data");
  const native = join(closed, "package", "native");
  mkdirSync(dataDir);
  await cp(dirname(findNative()), dirname(native), { recursive: true, verbatimSymlinks: true });
  chmodSync(closed, 0o700);
  return { closed, dataDir, native };
}

function basesOf(dataDir: string): string {
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const base = `/var/lib/intellibox/${basename(dataDir)}-${hash}`;
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  return base;
}

test("a database that its user can no longer reach is reported, not replaced by an empty one", async ({ skip }) => {
  skip(!isRoot(), onlyRoot);
  const parent = makeFolder();
  const dataDir = await makeUsedFolder(join(parent, "data"));
  chmodSync(parent, 0o700);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/owns the database in .* can no longer reach that folder/);
  expect(existsSync(basesOf(dataDir))).toBe(false);
  chmodSync(parent, 0o755);
  await (await startEmbedded({ dataDir })).stop();
});

test("root runs the database of an ordinary user as that user, who can use it again afterwards", async ({ skip }) => {
  skip(!isRoot() || ordinary.missing !== undefined, ordinary.missing ?? onlyRoot);
  const dataDir = await makeFolderFor(ordinary.as);
  const first = await startProcess({ dataDir, as: ordinary.as });
  await query(first.url, "create table notes as select 'kept' as text");
  await first.leave();
  const asRoot = await startEmbedded({ dataDir });
  const pid = await serverOf(clusterOf(dataDir));
  if (process.platform === "linux") expect(ownerOf(pid)).toBe(ordinary.as?.uid);
  const joined = await startProcess({ dataDir, as: ordinary.as });
  await asRoot.stop();
  expect(await query(joined.url, "select text from notes")).toEqual([{ text: "kept" }]);
  await joined.leave();
  expect(await isServing(pid, clusterOf(dataDir))).toBe(false);
});

test("an ordinary user gets an error if the database belongs to another user", async ({ skip }) => {
  skip(!isRoot() || ordinary.missing !== undefined, ordinary.missing ?? onlyRoot);
  const dataDir = await makeUsedFolder();
  await expect(startProcess({ dataDir, as: ordinary.as })).rejects.toThrow("belongs to another user");
});

test("a user without a name gets an error, because PostgreSQL needs one", async ({ skip }) => {
  skip(!isRoot() || ordinary.missing !== undefined, ordinary.missing ?? onlyRoot);
  const nameless = { uid: 54_321, gid: 54_321 };
  const starting = startProcess({ dataDir: await makeFolderFor(nameless), as: nameless });
  await expect(starting).rejects.toThrow(/user id 54321 has none.*DATABASE_URL/);
});

test("a path that is too long for a socket gets a short private folder, never one of another user", async () => {
  const name = join("a-rather-long-name-of-a-folder".repeat(3), "and-one-more-below-it".repeat(2));
  const dataDir = await makeUsedFolder(join(makeFolder(), name));
  const first = await startEmbedded({ dataDir });
  await serverOf(clusterOf(dataDir));
  const folder = socketFolderOf(first.url);
  expect(Buffer.byteLength(folder)).toBeLessThan(90);
  expect(lstatSync(folder)).toMatchObject({ uid: findServerUser().uid });
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  const joined = await startEmbedded({ dataDir });
  expect(joined.url).toBe(first.url);
  await Promise.all([first.stop(), joined.stop()]);
  const again = await startEmbedded({ dataDir });
  expect(again.url).toBe(first.url);
  await again.stop();

  rmSync(folder, { recursive: true });
  const trap = makeFolder();
  symlinkSync(trap, folder);
  const wary = await startEmbedded({ dataDir });
  const other = socketFolderOf(wary.url);
  expect(other).toBe(`${folder}-1`);
  expect(readdirSync(trap)).toEqual([]);
  await wary.stop();
});

function socketFolderOf(url: string): string {
  const folder = new URL(url).searchParams.get("host") ?? "";
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
