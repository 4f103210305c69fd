/** Parses mail in worker threads that can be terminated. Any input gives a mail. */
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Owner } from "#lib/fair-queue.ts";
import { WorkerPool } from "#lib/worker-pool.ts";
import { readIndexedMail } from "./mail-words.ts";
import type { IndexedMail, ParsedMail } from "./parsed-mail.ts";
import type { MimeResult, MimeTask } from "./worker.ts";

/** The rest of a larger mail is not read. Above what any mailbox here fetches (`maxMessageBytes`). */
export const maxMailBytes = 100 << 20;
/** Parsed on the main thread if a worker thread failed: enough for the header and first lines, small enough to be safe. */
const beginningBytes = 256 << 10;

const pool = new WorkerPool<MimeTask, MimeResult>(new URL("./worker.ts", import.meta.url), {
  size: Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeoutMs: 20_000,
  loadMs: 20_000,
  memoryMb: 512,
});

/** Starts a thread, which takes a quarter of a second, while its first mail is still being fetched. */
export const prepareToParse = (): void =>
  void pool.run({ bytes: new Uint8Array(0), ends: [], tag: "", packs: false }).catch(() => undefined);

/** Mails are parsed in batches of this size, because a task costs as much as parsing a short mail. */
const groupMails = 32;
const groupBytes = 1 << 20;

/** `packs`: the thread also compresses the raw sources, which it has anyway. */
type Options = { owner?: Owner | undefined; packs?: boolean };
/** `packed` is missing if it was not asked for, or the thread did not finish. */
export type ReadMail = IndexedMail & { packed?: Uint8Array };

export const parseMail = async (raw: Uint8Array, owner?: Owner): Promise<ParsedMail> =>
  (await readAlone(raw, "", { owner })).mail;

async function readAlone(raw: Uint8Array, tag: string, options: Options): Promise<ReadMail> {
  const isCut = raw.length > maxMailBytes;
  try {
    const packs = options.packs && !isCut;
    const [found] = await readTogether([raw.subarray(0, maxMailBytes)], tag, { ...options, packs });
    if (found) return asTruncated(found, found.mail.truncated || isCut);
  } catch {
    // Parsing took too long or too much memory. The beginning is still shown; the raw source is complete.
  }
  return asTruncated(readIndexedMail(Buffer.from(raw.subarray(0, beginningBytes)), tag), true);
}

const asTruncated = ({ mail, ...rest }: ReadMail, truncated: boolean) => ({ ...rest, mail: { ...mail, truncated } });

/** Parses many mails, in their order; `tag` prefixes the words of the search index. */
export const parseMails = (raws: Uint8Array[], tag: string, owner?: Owner): Promise<IndexedMail[]> =>
  readAll(raws, tag, { owner });

/** As `parseMails`, with the compressed raw source of each mail. */
export const parseAndPack = (raws: Uint8Array[], tag: string, owner: Owner): Promise<ReadMail[]> =>
  readAll(raws, tag, { owner, packs: true });

/** If a batch fails, each of its mails is parsed alone. */
async function readAll(raws: Uint8Array[], tag: string, options: Options): Promise<ReadMail[]> {
  const alone = (group: Uint8Array[]) => Promise.all(group.map((raw) => readAlone(raw, tag, options)));
  const groups = grouped(raws).map((group) =>
    group.length === 1 ? alone(group) : readTogether(group, tag, options).catch(() => alone(group)),
  );
  return (await Promise.all(groups)).flat();
}

function grouped(raws: Uint8Array[]): Uint8Array[][] {
  const groups: Uint8Array[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const raw of raws) {
    const last = groups.at(-1);
    bytes += raw.length;
    if (last && last.length < groupMails && bytes <= groupBytes) last.push(raw);
    else {
      groups.push([raw]);
      bytes = raw.length;
    }
  }
  return groups;
}

/** The bytes of an attachment by its `part`; undefined if the mail has no such attachment. */
export async function attachmentContent(raw: Uint8Array, part: string, owner?: Owner): Promise<Uint8Array | undefined> {
  const [content] = await attachmentContents(raw, [part], owner);
  return content;
}

/** Several attachments of one mail, which is copied to the thread and parsed once. */
export async function attachmentContents(
  raw: Uint8Array,
  parts: string[],
  owner?: Owner,
): Promise<(Uint8Array | undefined)[]> {
  const bytes = await copyOf([raw], raw.length);
  const result = await pool.run({ bytes, parts }, { transfer: [bytes.buffer], owner });
  return "contents" in result ? result.contents : [];
}

/** Transfers an exact copy: transferring a view would move the whole underlying buffer. */
async function readTogether(raws: Uint8Array[], tag: string, options: Options): Promise<ReadMail[]> {
  const { owner, packs = false } = options;
  let end = 0;
  const ends = raws.map((raw) => {
    end += raw.length;
    return end;
  });
  const bytes = await copyOf(raws, end);
  const result = await pool.run({ bytes, ends, tag, packs }, { transfer: [bytes.buffer], owner });
  if (!("mails" in result)) return [];
  const { mails, packed } = result;
  if (!packed) return mails;
  return mails.map((one, at) => ({
    ...one,
    packed: packed.bytes.subarray(packed.ends[at - 1] ?? 0, packed.ends[at]),
  }));
}

/** Copied between two turns of the event loop. */
const pieceBytes = 8 << 20;

async function copyOf(raws: Uint8Array[], size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const raw of raws) {
    for (let start = 0; start < raw.length; start += pieceBytes) {
      if (start > 0) await nextTurn();
      const piece = raw.subarray(start, start + pieceBytes);
      bytes.set(piece, at);
      at += piece.length;
    }
  }
  return bytes;
}
