// Folders are made under a name of their own and renamed when whole, so that a killed start leaves no torn one behind.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { ServerUser } from "./server-user.ts";
import { isAnothers } from "./start-lock.ts";

type SpawnAs = ServerUser["spawnAs"];

const inWork = new Set<string>();
const longestWork = 3_600_000;

/** Lets `make` fill a folder of another name, then gives it its own. Whoever else was quicker has won: theirs stays. */
export async function makeWhole(
  folder: string,
  spawnAs: SpawnAs,
  make: (fresh: string) => Promise<void>,
): Promise<void> {
  const fresh = `${folder}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  inWork.add(fresh);
  try {
    await make(fresh);
    await rename(fresh, folder);
  } catch (error) {
    await removeTree(fresh, spawnAs);
    if (!existsSync(folder)) throw error;
  } finally {
    inWork.delete(fresh);
  }
}

/** Clears away what killed processes left half-made in this folder. */
export async function removeHalfMade(folder: string, spawnAs: SpawnAs): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /\.new-(\d+)-[0-9a-f]+$/.exec(name)?.[1];
    const path = join(folder, name);
    if (pid === undefined || inWork.has(path)) continue;
    if (isAnothers(Number(pid)) && Date.now() - (await lstat(path)).mtimeMs < longestWork) continue;
    // The killed process's initdb may still be writing: then the next start clears the rest.
    await removeTree(path, spawnAs).catch(() => undefined);
  }
}

/** As root, what belongs to the server's user is removed as that user: it could swap a folder for a link while we walk. */
export async function removeTree(path: string, spawnAs: SpawnAs): Promise<void> {
  if (spawnAs.uid === undefined) return rm(path, { recursive: true, force: true, maxRetries: 3 });
  await promisify(execFile)("rm", ["-rf", "--", path], { ...spawnAs, cwd: dirname(path) });
}
