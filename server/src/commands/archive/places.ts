// The places of archives: a folder of this machine, or a bucket with the S3 protocol.
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { type Config, callersFolder } from "#lib/config.ts";
import { type ArchiveBucket, openArchiveBucket } from "./archive-bucket.ts";

/** A new archive. It has its name only after `complete`. */
export type NewArchive = {
  /** A sentence for the operator. */
  name: string;
  sink: Writable;
  complete(): Promise<void>;
  discard(): Promise<void>;
};

type BackupSettings = Config["backup"];

export async function createArchive(place: string, name: string, settings: BackupSettings): Promise<NewArchive> {
  const remote = s3Address(place);
  if (remote) {
    const bucket = openArchiveBucket(remote.bucket, settings);
    const key = [remote.key.replace(/\/+$/, ""), name].filter(Boolean).join("/");
    const upload = await bucket.upload(key);
    return { name: `s3://${remote.bucket}/${key}`, ...upload };
  }
  return createFile(resolve(callersFolder(), place), name);
}

/** Opens an existing archive; call it again to read it again. */
export async function openArchive(place: string, settings: BackupSettings): Promise<() => Promise<Readable>> {
  const remote = s3Address(place);
  if (remote) {
    const bucket: ArchiveBucket = openArchiveBucket(remote.bucket, settings);
    return () => bucket.download(remote.key);
  }
  const path = resolve(callersFolder(), place);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new Error(`There is no file ${path}.`);
  return async () => createReadStream(path, { highWaterMark: 1024 * 1024 });
}

function s3Address(place: string): { bucket: string; key: string } | undefined {
  if (!place.startsWith("s3:")) return undefined;
  const [, bucket, key] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(.*)$/.exec(place) ?? [];
  if (!bucket) throw new Error(`${place} is not an address of the form s3://bucket/prefix.`);
  return { bucket, key: key ?? "" };
}

async function createFile(folder: string, name: string): Promise<NewArchive> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EEXIST" && cause.code !== "ENOTDIR") throw cause;
    throw new Error(`${folder} is not a folder, or leads through a file. Name a folder for the backup.`, { cause });
  });
  const path = join(folder, name);
  const draft = join(folder, `.${basename(path)}.${randomUUID()}.part`);
  // `flush` syncs the file before it is closed.
  const sink = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
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
