// Writes an archive: a compressed tar file, whose entries are made one after another.
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack as createPack } from "tar-stream";

export type ArchiveWriter = {
  /** Resolves when there is room for the next entry. */
  add(name: string, bytes: Uint8Array, writtenAt?: Date): Promise<void>;
};

/** Fast: mail in base64 hardly becomes smaller at higher levels. */
const compression = { level: 3 };

/** Gives `fill` a writer whose bytes go to `sink`. Rejects with the sink's error if that came first. */
export async function writeArchive(sink: Writable, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const pack = createPack();
  const written = pipeline(Readable.from(pack), createGzip(compression), sink);
  let sinkError: Error | undefined;
  written.catch((error: Error) => {
    sinkError = error;
    pack.destroy(error);
  });
  const add: ArchiveWriter["add"] = (name, bytes, writtenAt = new Date()) =>
    new Promise((resolve, reject) => {
      if (sinkError) return reject(sinkError);
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      pack.entry({ name, mode: 0o600, mtime: writtenAt, size: content.length }, content, (error) =>
        error ? reject(sinkError ?? error) : resolve(),
      );
    });
  try {
    await fill({ add });
    pack.finalize();
  } catch (error) {
    pack.destroy(error as Error);
    await written.catch(() => undefined);
    throw error;
  }
  await written;
}
