import { serveTasks } from "#lib/serve-tasks.ts";
import { readIndexedMail } from "./mail-words.ts";
import type { IndexedMail } from "./parsed-mail.ts";
import { readAttachments } from "./read-mail.ts";

/** Several mails of one owner, concatenated, each up to its end; or one mail and the attachments to read. */
export type MimeTask = { bytes: Uint8Array; ends: number[]; tag: string } | { bytes: Uint8Array; parts: string[] };
export type MimeResult = { mails: IndexedMail[] } | { contents: (Uint8Array | undefined)[] };

serveTasks((task: MimeTask) => () => read(task));

function read(task: MimeTask): MimeResult {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  if ("ends" in task)
    return {
      mails: task.ends.map((end, at) => readIndexedMail(bytes.subarray(task.ends[at - 1] ?? 0, end), task.tag)),
    };
  const contents = readAttachments(bytes, task.parts);
  // Copies, because an undecoded part is a view, and sending it would copy the whole mail.
  return { contents: contents.map((content) => content && new Uint8Array(content)) };
}
