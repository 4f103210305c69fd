// Reads an archive and checks everything that it says. An archive may be hostile: only names that a backup makes are accepted, in
// the order of a backup, and nothing is trusted before the whole archive was read once.
import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";
import { RowSummer } from "#db/copy/row-sum.ts";
import { splitKey } from "#outside/objects/object-store.ts";
import { CollectionHash } from "./collection-hash.ts";
import { archiveFormat, BadArchive, entryNames, type Manifest, manifestSchema } from "./manifest.ts";

/** Called for each part. A part may arrive before a later one turns out to be wrong. */
export type ArchiveVisitor = {
  key?(sealed: Buffer): Promise<void> | void;
  /** Whole rows of `public.messages`, for example. */
  rows?(table: string, chunk: Buffer): Promise<void>;
  object?(key: string, bytes: Buffer): Promise<void>;
  /** A file of the data folder, such as `kept-mail/x.eml`. */
  file?(path: string, bytes: Buffer, writtenAt: Date): Promise<void>;
};

/** Larger than any row or raw source: an entry is held in memory. */
const maxEntryBytes = 1024 ** 3;
/** The small entries: header, key and manifest. */
const maxTextBytes = 16 * 1024 ** 2;

type Entry = Readable & { header: Header };

const steps = ["header", "key", "rows", "object", "file", "manifest"] as const;
type Step = (typeof steps)[number];

/** Throws BadArchive if anything is wrong. */
export async function readArchive(bytes: Readable, visitor: ArchiveVisitor = {}): Promise<Manifest> {
  const entries = extract();
  const unpacked = pipeline(bytes, createGunzip(), entries);
  // Awaited below; an error in between must not end the process.
  unpacked.catch(() => undefined);
  const check = new ArchiveCheck();
  try {
    for await (const entry of entries as AsyncIterable<Entry>) await takeEntry(entry, check, visitor);
    await unpacked;
  } catch (error) {
    bytes.destroy();
    entries.destroy();
    throw damage.test((error as Error).message ?? "") || isZlibError(error)
      ? new BadArchive(`The archive is damaged or cut off: ${(error as Error).message}.`, { cause: error })
      : error;
  }
  return check.finish();
}

const damage = /^(Unexpected end of data|Invalid tar header|Invalid header|Header exceeds max size|Premature close)/;
const isZlibError = (error: unknown) => /^Z_/.test((error as { code?: string }).code ?? "");

async function takeEntry(entry: Entry, check: ArchiveCheck, visitor: ArchiveVisitor) {
  const { name, size = 0, type, mtime } = entry.header;
  const place = placeOf(name);
  if (type !== "file" || !place)
    throw new BadArchive(`The archive holds ${JSON.stringify(name.slice(0, 100))}, which no backup makes.`);
  const limit =
    place.step === "rows" || place.step === "object" || place.step === "file" ? maxEntryBytes : maxTextBytes;
  if (size > limit) throw new BadArchive(`The archive's entry ${name} is too large.`);
  const pieces: Buffer[] = [];
  for await (const piece of entry as AsyncIterable<Buffer>) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  check.take(place, bytes);
  if (place.step === "key") await visitor.key?.(bytes);
  if (place.step === "rows") await visitor.rows?.(place.table, bytes);
  if (place.step === "object") await visitor.object?.(place.key, bytes);
  if (place.step === "file") await visitor.file?.(place.path, bytes, mtime ?? new Date(0));
}

type Place =
  | { step: "header" }
  | { step: "key" }
  | { step: "manifest" }
  | { step: "rows"; table: string; chunk: number }
  | { step: "object"; key: string }
  | { step: "file"; path: string };

/** Local mailboxes with the mark that the demo filled them, and kept mail. */
const filePath =
  /^(?:local-mail\/[0-9a-f-]{36}\/(?:\.demo|[a-z]{1,20}\/[A-Za-z0-9-]{1,150}\.eml)|kept-mail\/[A-Za-z0-9-]{1,150}\.eml)$/;

function placeOf(name: string): Place | undefined {
  for (const step of ["header", "key", "manifest"] as const) if (name === entryNames[step]) return { step };
  const [, table, chunk] = /^database\/((?:public|pgboss)\.[a-z0-9_]{1,63})\/(\d{8})\.copy$/.exec(name) ?? [];
  if (table) return { step: "rows", table, chunk: Number(chunk) };
  if (name.startsWith("objects/")) {
    const key = name.slice("objects/".length);
    return isObjectKey(key) ? { step: "object", key } : undefined;
  }
  const path = name.startsWith("files/") ? name.slice("files/".length) : "";
  return filePath.test(path) ? { step: "file", path } : undefined;
}

export const isArchivedFile = (path: string) => filePath.test(path);

function isObjectKey(key: string) {
  try {
    return !splitKey(key).stretch;
  } catch {
    return false;
  }
}

type TableCheck = { chunks: number; bytes: number; hash: Hash; summer: RowSummer };

/** Follows the order of the entries, and compares what was read with the manifest. */
class ArchiveCheck {
  #step: Step | undefined;
  #last = "";
  #manifest: Manifest | undefined;
  #hasKey = false;
  readonly #tables = new Map<string, TableCheck>();
  readonly #objects = new CollectionHash();
  readonly #files = new CollectionHash();

  take(place: Place, bytes: Buffer) {
    const before = this.#step ? steps.indexOf(this.#step) : -1;
    const now = steps.indexOf(place.step);
    const isRepeatable = place.step === "rows" || place.step === "object" || place.step === "file";
    if (now < before || (now === before && !isRepeatable) || (before < 0 && place.step !== "header"))
      throw new BadArchive("The archive's entries are not in the order of a backup.");
    if (now !== before) this.#last = "";
    this.#step = place.step;
    if (place.step === "header") refuseOtherFormat(bytes);
    else if (place.step === "key") this.#hasKey = true;
    else if (place.step === "rows") this.#takeRows(place, bytes);
    else if (place.step === "manifest") this.#manifest = parseManifest(bytes);
    else if (place.step === "object") this.#takeFile(place.key, bytes, place.step);
    else this.#takeFile(place.path, bytes, place.step);
  }

  #takeRows({ table, chunk }: { table: string; chunk: number }, bytes: Buffer) {
    if (table !== this.#last && this.#tables.has(table))
      throw new BadArchive(`The table ${table} is in the archive twice.`);
    if (bytes.at(-1) !== 10) throw new BadArchive(`A row of the table ${table} is cut off in the archive.`);
    this.#last = table;
    const found = this.#tables.get(table) ?? {
      chunks: 0,
      bytes: 0,
      hash: createHash("sha256"),
      summer: new RowSummer(),
    };
    this.#tables.set(table, found);
    if (++found.chunks !== chunk) throw new BadArchive(`A part of the table ${table} is missing in the archive.`);
    found.bytes += bytes.length;
    found.hash.update(bytes);
    found.summer.add(bytes);
  }

  /** Names ascend, so that no name can come twice. */
  #takeFile(name: string, bytes: Buffer, step: "object" | "file") {
    if (name <= this.#last) throw new BadArchive("The archive's entries are not in the order of a backup.");
    this.#last = name;
    (step === "object" ? this.#objects : this.#files).add(name, bytes);
  }

  finish(): Manifest {
    const manifest = this.#manifest;
    if (!manifest) throw new BadArchive("The archive is not complete: its manifest is missing.");
    const wrong = (what: string) => new BadArchive(`The archive is damaged: ${what} is not as its manifest says.`);
    for (const { schema, name, rows, sum, bytes, sha256 } of manifest.tables) {
      const found = this.#tables.get(`${schema}.${name}`);
      const content = found
        ? { ...found.summer.result(), bytes: found.bytes, sha256: found.hash.digest("hex") }
        : { ...new RowSummer().result(), bytes: 0, sha256: createHash("sha256").digest("hex") };
      if (content.rows !== rows || content.sum !== sum || content.bytes !== bytes || content.sha256 !== sha256)
        throw wrong(`the table ${schema}.${name}`);
      this.#tables.delete(`${schema}.${name}`);
    }
    const [unknown] = this.#tables.keys();
    if (unknown) throw wrong(`the table ${unknown}`);
    for (const part of ["objects", "files"] as const) {
      const found = (part === "objects" ? this.#objects : this.#files).result();
      const said = manifest[part];
      if (found.count !== said.count || found.bytes !== said.bytes || found.sha256 !== said.sha256)
        throw wrong(part === "objects" ? "the raw mail" : "the local mail");
    }
    if (manifest.hasKey !== this.#hasKey) throw wrong("the master key");
    return manifest;
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new BadArchive("The archive is damaged: it holds unreadable JSON.", { cause });
  }
}

function refuseOtherFormat(bytes: Buffer) {
  const format = (parseJson(bytes) as { format?: unknown } | null)?.format;
  if (format === archiveFormat) return;
  throw new BadArchive(
    typeof format === "number" && format > archiveFormat
      ? "The archive comes from a newer version of Intellibox. Install that version, then try again."
      : "This is not a backup of Intellibox.",
  );
}

function parseManifest(bytes: Buffer): Manifest {
  const parsed = manifestSchema.safeParse(parseJson(bytes));
  if (!parsed.success) throw new BadArchive("The archive's manifest is not one that a backup makes.");
  return parsed.data;
}
