import { crc32 } from "node:zlib";
import { fromBufferPromise } from "yauzl";
import { Fault } from "./content.ts";
import { limits } from "./limits.ts";

export type ZipPart = { name: string; bytes: Buffer; isDamaged: boolean };

/** The names in an archive, without inflating anything. */
export async function listZip(bytes: Buffer): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of entriesOf(await open(bytes))) names.push(entry.fileName);
  return names;
}

/**
 * Inflates every entry and returns the wanted ones. All inflated bytes are counted, so that a zip bomb is found before any parser runs. A
 * damaged entry is kept up to the damage.
 */
export async function readZip(bytes: Buffer, isWanted: (name: string) => boolean): Promise<ZipPart[]> {
  const zip = await open(bytes);
  const parts: ZipPart[] = [];
  let total = 0;
  for await (const entry of entriesOf(zip)) {
    const name = entry.fileName;
    const isKept = isWanted(name);
    const chunks: Buffer[] = [];
    let size = 0;
    let isDamaged = false;
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        size += chunk.length;
        total += chunk.length;
        if (size > limits.zipEntryBytes || total > limits.zipBytes)
          throw new Fault("too_large", `${name} inflates too far`);
        if (isKept) chunks.push(chunk);
      }
    } catch (error) {
      if (error instanceof Fault) throw error;
      isDamaged = true;
    }
    if (!isKept) continue;
    const inflated = Buffer.concat(chunks);
    parts.push({ name, bytes: inflated, isDamaged: isDamaged || crc32(inflated) !== entry.crc32 });
  }
  return parts;
}

type Zip = Awaited<ReturnType<typeof open>>;

function open(bytes: Buffer) {
  // Sizes in headers are ignored, because they are often wrong in documents that Office opens; inflated bytes are counted.
  const options = { lazyEntries: true, validateEntrySizes: false };
  return fromBufferPromise(bytes, options);
}

async function* entriesOf(zip: Zip) {
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    if (count > limits.zipEntries) throw new Fault("too_large", `More than ${limits.zipEntries} entries`);
    if (entry.isEncrypted()) throw new Fault("encrypted", "An entry of the archive is encrypted");
    yield entry;
  }
}
