// A new archive in a folder: a hidden draft that gets its name when it is complete.
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Writable } from "node:stream";

/** A new archive. It has its name only after `complete`. */
export type NewArchive = {
  /** A sentence for the operator. */
  name: string;
  sink: Writable;
  complete(): Promise<void>;
  discard(): Promise<void>;
};

const draftName = /^\.intellibox-.+\.tar\.gz\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** A backup may write nothing for long, while it waits for a lock. So its process renews the time of its draft. */
const renewMs = 30_000;
/** A draft whose time was not renewed for so long belongs to a process that was killed. */
const abandonedMs = 15 * 60_000;

/** Also removes drafts that killed backups left in the folder. */
export async function createArchiveFile(folder: string, name: string): Promise<NewArchive> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EEXIST" && cause.code !== "ENOTDIR") throw cause;
    throw new Error(`${folder} is not a folder, or leads through a file. Name a folder for the backup.`, { cause });
  });
  const path = join(folder, name);
  const draft = join(folder, `.${basename(path)}.${randomUUID()}.part`);
  await (await open(draft, "wx", 0o600)).close();
  await removeAbandonedDrafts(folder, draft);
  // `flush` syncs the file before it is closed.
  const sink = createWriteStream(draft, { flags: "r+", flush: true });
  const renewal = setInterval(() => {
    const now = new Date();
    void utimes(draft, now, now).catch(() => undefined);
  }, renewMs).unref();
  sink.once("close", () => clearInterval(renewal));
  return {
    name: path,
    sink,
    async complete() {
      // A link fails if the name exists, unlike a rename. Some file systems have no links.
      await link(draft, path).then(
        () => rm(draft),
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") throw new Error(`${path} exists already.`);
          return rename(draft, path);
        },
      );
      if (process.platform === "win32") return;
      const parent = await open(dirname(path));
      await parent.sync().finally(() => parent.close());
    },
    discard: () => rm(draft, { force: true }),
  };
}

/** Ages are differences to the new draft's time, because the folder may be on a server with another clock. */
async function removeAbandonedDrafts(folder: string, newDraft: string) {
  const now = (await stat(newDraft)).mtimeMs;
  for (const name of (await readdir(folder)).filter((one) => draftName.test(one))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    // A draft that cannot be removed, because it belongs to another user, does no harm.
    if (found?.isFile() && now - found.mtimeMs > abandonedMs) await rm(path, { force: true }).catch(() => undefined);
  }
}
