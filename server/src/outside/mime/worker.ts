import { serveTasks } from "#lib/serve-tasks.ts";
import { packSync } from "#outside/objects/packing.ts";
import { readIndexedMail } from "./mail-words.ts";
import type { IndexedMail } from "./parsed-mail.ts";
import { readAttachments } from "./read-mail.ts";

/** Several mails of one owner, concatenated, each up to its end; or one mail and the attachments to read. */
export type MimeTask =
  | { bytes: Uint8Array; ends: number[]; tag: string; packs: boolean }
  | { bytes: Uint8Array; parts: string[] };
export type MimeResult =
  | { mails: IndexedMail[]; packed: { bytes: Uint8Array; ends: number[] } | undefined }
  | { contents: (Uint8Array | undefined)[] };

serveTasks((task: MimeTask) => () => read(task));

function read(task: MimeTask): MimeResult {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  if ("ends" in task) {
    const raws = task.ends.map((end, at) => bytes.subarray(task.ends[at - 1] ?? 0, end));
    const mails = raws.map((raw) => readIndexedMail(raw, task.tag));
    return { mails, packed: task.packs ? packedOf(raws) : undefined };
  }
  const contents = readAttachments(bytes, task.parts);
  // Copies, because an undecoded part is a view, and sending it would copy the whole mail.
  return { contents: contents.map((content) => content && new Uint8Array(content)) };
}

/** All in one buffer, which is transferred. */
function packedOf(raws: Uint8Array[]) {
  const each = raws.map(packSync);
  let end = 0;
  const ends = each.map(({ length }) => {
    end += length;
    return end;
  });
  const bytes = new Uint8Array(end);
  for (const [at, one] of each.entries()) bytes.set(one, (ends[at] ?? 0) - one.length);
  return { bytes, ends };
}
