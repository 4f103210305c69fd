import { serveTasks } from "#lib/serve-tasks.ts";
import type { ParsedMail } from "./parsed-mail.ts";
import { readAttachment, readMail } from "./read-mail.ts";

export type MimeTask = { raw: Uint8Array; part?: string | undefined };
export type MimeResult = { mail: ParsedMail } | { content: Uint8Array | undefined };

serveTasks(({ raw, part }: MimeTask): MimeResult => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  if (part === undefined) return { mail: readMail(bytes) };
  const content = readAttachment(bytes, part);
  // A copy: an undecoded part is a view into the whole mail, which would travel with it.
  return { content: content && new Uint8Array(content) };
});
