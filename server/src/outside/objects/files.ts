/** Objects as files below a folder. */

import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { checkFolder, type ObjectStore, type Stretch, splitKey, wholeKey } from "./object-store.ts";

/** Enough to keep a disk busy; the rest of the program needs file handles too. */
const atOnce = 16;

export function openFileStore(root: string): ObjectStore {
  const limited = limitConcurrency(atOnce);
  const made = new Set<string>();
  // A second level, so that a mailbox of a hundred thousand does not become one folder of a hundred thousand.
  const pathOf = ({ folder, name }: { folder: string; name: string }) => join(root, folder, name.slice(0, 2), name);
  const ensure = async (folder: string) => {
    if (made.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made.size > 50_000) made.clear();
    made.add(folder);
  };

  return {
    put: (key, pieces) =>
      limited(async () => {
        const path = pathOf(wholeKey(key));
        const bytes = Array.isArray(pieces) ? pieces : [pieces];
        await ensure(dirname(path));
        await write(path, bytes).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOENT") throw error;
          // The folder went since it was made: its mailbox was removed and is being filled again.
          made.delete(dirname(path));
          await ensure(dirname(path));
          await write(path, bytes);
        });
      }),
    get: (key) =>
      limited(() => {
        const { stretch, ...whole } = splitKey(key);
        return (stretch ? readStretch(pathOf(whole), stretch) : readFile(pathOf(whole))).catch(noneIfMissing);
      }),
    remove: async (keys) => {
      await Promise.all(keys.map((key) => limited(() => rm(pathOf(wholeKey(key)), { force: true }))));
    },
    removeFolder: async (folder) => {
      made.clear();
      await rm(join(root, checkFolder(folder)), { recursive: true, force: true, maxRetries: 3 });
    },
    folders: async () => (await readdir(root).catch(noneIfMissing)) ?? [],
    async *list(folder) {
      const below = join(root, checkFolder(folder));
      for (const inner of (await readdir(below).catch(noneIfMissing)) ?? []) {
        for (const name of (await readdir(join(below, inner)).catch(noneIfMissing)) ?? []) {
          const path = join(below, inner, name);
          const found = await stat(path).catch(noneIfMissing);
          if (!found) continue;
          // A draft that nobody finishes any more: the program ended while it was written.
          if (name.endsWith(".part")) await removeOldDraft(path, found.mtime);
          else yield { key: `${folder}/${name}`, size: found.size, writtenAt: found.mtime };
        }
      }
    },
  };
}

async function removeOldDraft(path: string, writtenAt: Date) {
  if (Date.now() - writtenAt.getTime() > 24 * 3600 * 1000) await rm(path, { force: true });
}

async function readStretch(path: string, { start, length }: Stretch): Promise<Uint8Array | undefined> {
  const file = await open(path);
  try {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(bytes, 0, length, start);
    return bytesRead === length ? bytes : undefined;
  } finally {
    await file.close();
  }
}

/** Whole or not at all, and still there after a power cut. */
async function write(path: string, pieces: Uint8Array[]) {
  const draft = `${path}.${randomUUID()}.part`;
  const file = await open(draft, "wx", 0o600);
  try {
    const { bytesWritten } = await file.writev(pieces);
    if (bytesWritten !== pieces.reduce((sum, { length }) => sum + length, 0))
      throw new Error("The disk took only a part");
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
