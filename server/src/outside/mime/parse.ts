/** Raw mail to what it says, in threads that can be ended. Any input gives a mail. */
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Owner } from "#lib/fair-queue.ts";
import { WorkerPool } from "#lib/worker-pool.ts";
import { readIndexedMail } from "./mail-words.ts";
import type { IndexedMail, ParsedMail } from "./parsed-mail.ts";
import type { MimeResult, MimeTask } from "./worker.ts";

/** What a mail may have; the rest of a larger one is not read. */
export const maxMailBytes = 100 << 20;
/** The beginning of a mail that could not be read whole: enough for its header and first lines, little enough to be safe. */
const glanceBytes = 256 << 10;

const pool = new WorkerPool<MimeTask, MimeResult>(new URL("./worker.ts", import.meta.url), {
  size: Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeoutMs: 20_000,
  memoryMb: 512,
});

/** So much goes to a thread at once: a task of its own costs as much as reading a short mail. */
const groupMails = 32;
const groupBytes = 1 << 20;

export const parseMail = async (raw: Uint8Array, owner?: Owner): Promise<ParsedMail> =>
  (await readAlone(raw, "", owner)).mail;

async function readAlone(raw: Uint8Array, tag: string, owner?: Owner): Promise<IndexedMail> {
  try {
    const [found] = await readTogether([raw.subarray(0, maxMailBytes)], tag, owner);
    if (found) return asTruncated(found, found.mail.truncated || raw.length > maxMailBytes);
  } catch {
    // Reading it took too long or too much memory. Its beginning is still worth showing; the raw source has everything.
  }
  return asTruncated(readIndexedMail(Buffer.from(raw.subarray(0, glanceBytes)), tag), true);
}

const asTruncated = ({ mail, words }: IndexedMail, truncated: boolean) => ({ mail: { ...mail, truncated }, words });

/** Of many mails at once, in their order, with the words of the owner of that tag. One that cannot be read does not keep the others from it. */
export async function parseMails(raws: Uint8Array[], tag: string, owner?: Owner): Promise<IndexedMail[]> {
  const alone = (group: Uint8Array[]) => Promise.all(group.map((raw) => readAlone(raw, tag, owner)));
  const groups = grouped(raws).map((group) =>
    group.length === 1 ? alone(group) : readTogether(group, tag, owner).catch(() => alone(group)),
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

/** The bytes of an attachment by its `part`; undefined where the mail has no such attachment. */
export async function attachmentContent(raw: Uint8Array, part: string, owner?: Owner): Promise<Uint8Array | undefined> {
  const [content] = await attachmentContents(raw, [part], owner);
  return content;
}

/** Of several at once: the mail goes to a thread, and is read there, once. */
export async function attachmentContents(
  raw: Uint8Array,
  parts: string[],
  owner?: Owner,
): Promise<(Uint8Array | undefined)[]> {
  const bytes = await copyOf([raw], raw.length);
  const result = await pool.run({ bytes, parts }, { transfer: [bytes.buffer], owner });
  return "contents" in result ? result.contents : [];
}

/** A copy goes, exactly as long as the mails: a view into a larger buffer would take all of that along. */
async function readTogether(raws: Uint8Array[], tag: string, owner?: Owner): Promise<IndexedMail[]> {
  let end = 0;
  const ends = raws.map((raw) => {
    end += raw.length;
    return end;
  });
  const bytes = await copyOf(raws, end);
  const result = await pool.run({ bytes, ends, tag }, { transfer: [bytes.buffer], owner });
  return "mails" in result ? result.mails : [];
}

/** Copied at once; between two such pieces other calls have their turn. */
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
