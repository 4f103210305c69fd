// The places of archives: a folder of this machine, or a bucket with the S3 protocol.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { type Config, callersFolder } from "#lib/config.ts";
import { type ArchiveBucket, openArchiveBucket } from "./archive-bucket.ts";
import { createArchiveFile, type NewArchive } from "./archive-file.ts";

type BackupSettings = Config["backup"];

export async function createArchive(place: string, name: string, settings: BackupSettings): Promise<NewArchive> {
  const remote = s3Address(place);
  if (remote) {
    const bucket = openArchiveBucket(remote.bucket, settings);
    const key = [remote.key.replace(/\/+$/, ""), name].filter(Boolean).join("/");
    const upload = await bucket.upload(key);
    return { name: `s3://${remote.bucket}/${key}`, ...upload };
  }
  return createArchiveFile(resolve(callersFolder(), place), name);
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
