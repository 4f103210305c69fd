/** Objects as files below a folder. */

import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { checkFolder, type ObjectStore, splitKey } from "./object-store.ts";

/** Enough to keep a disk busy; the rest of the program needs file handles too. */
const atOnce = 16;

export function openFileStore(root: string): ObjectStore {
  const limited = limitConcurrency(atOnce);
  const made = new Set<string>();
  // A second level, so that a mailbox of a hundred thousand does not become one folder of a hundred thousand.
  const pathOf = (key: string) => {
    const { folder, name } = splitKey(key);
    return join(root, folder, name.slice(0, 2), name);
  };
  const ensure = async (folder: string) => {
    if (made.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made.size > 50_000) made.clear();
    made.add(folder);
  };

  return {
    put: (key, bytes) =>
      limited(async () => {
        const path = pathOf(key);
        await ensure(dirname(path));
        await write(path, bytes).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOENT") throw error;
          // The folder went since it was made: its mailbox was removed and is being filled again.
          made.delete(dirname(path));
          await ensure(dirname(path));
          await write(path, bytes);
        });
      }),
    get: (key) => limited(() => readFile(pathOf(key)).catch(noneIfMissing)),
    remove: async (keys) => {
      await Promise.all(keys.map((key) => limited(() => rm(pathOf(key), { force: true }))));
    },
    removeFolder: async (folder) => {
      made.clear();
      await rm(join(root, checkFolder(folder)), { recursive: true, force: true, maxRetries: 3 });
    },
    folders: async () => (await readdir(root).catch(noneIfMissing)) ?? [],
  };
}

/** Whole or not at all, and still there after a power cut. */
async function write(path: string, bytes: Uint8Array) {
  const draft = `${path}.${randomUUID()}.part`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
