/** Stores objects as files in a directory. */

import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StorageFull } from "#lib/faults.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { checkFolder, type ObjectStore, type Stretch, splitKey, wholeKey } from "./object-store.ts";

/** Enough to keep a disk busy, few enough to leave file handles for the rest of the process. */
const maxConcurrent = 16;

export function openFileStore(root: string): ObjectStore {
  const limited = limitConcurrency(maxConcurrent);
  const made = new Set<string>();
  // A second level keeps directories small: a mailbox may hold a hundred thousand messages.
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
          // The directory was removed since it was made, because its mailbox was deleted and is being filled again.
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
          // A temporary file of a process that ended while it wrote.
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

/** Atomic and durable: written to a temporary file, synced, then renamed. */
async function write(path: string, pieces: Uint8Array[]) {
  const draft = `${path}.${randomUUID()}.part`;
  const file = await open(draft, "wx", 0o600);
  try {
    try {
      const { bytesWritten } = await file.writev(pieces);
      if (bytesWritten !== pieces.reduce((sum, { length }) => sum + length, 0))
        throw new StorageFull("The disk took only a part");
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    // A part of an object would keep the rest of a full disk, which the database may need.
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
