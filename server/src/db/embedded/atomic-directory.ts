// Creates folders under a temporary name and renames them when they are complete, so that a killed start leaves no partial one.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { ServerUser } from "./server-user.ts";
import { isOtherProcess } from "./start-lock.ts";

type SpawnAs = ServerUser["spawnAs"];

/** Folders that this process is filling. */
const inProgress = new Set<string>();
const maxWorkMs = 3_600_000;

/** Lets `make` fill a temporary folder, then renames it. If another process created the folder first, that one stays. */
export async function createAtomically(
  folder: string,
  spawnAs: SpawnAs,
  make: (fresh: string) => Promise<void>,
): Promise<void> {
  const fresh = `${folder}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  inProgress.add(fresh);
  try {
    await make(fresh);
    await rename(fresh, folder);
  } catch (error) {
    await removeTree(fresh, spawnAs);
    if (!existsSync(folder)) throw error;
  } finally {
    inProgress.delete(fresh);
  }
}

/** Removes temporary folders that killed processes left behind. */
export async function removeLeftovers(folder: string, spawnAs: SpawnAs): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /\.new-(\d+)-[0-9a-f]+$/.exec(name)?.[1];
    const path = join(folder, name);
    if (pid === undefined || inProgress.has(path)) continue;
    if (isOtherProcess(Number(pid)) && Date.now() - (await lstat(path)).mtimeMs < maxWorkMs) continue;
    // The killed process's initdb may still be writing; the next start then removes the rest.
    await removeTree(path, spawnAs).catch(() => undefined);
  }
}

/** As root, removes files of the server's user as that user, who could replace a folder with a link meanwhile. */
export async function removeTree(path: string, spawnAs: SpawnAs): Promise<void> {
  if (spawnAs.uid === undefined) return rm(path, { recursive: true, force: true, maxRetries: 3 });
  await promisify(execFile)("rm", ["-rf", "--", path], { ...spawnAs, cwd: dirname(path) });
}
