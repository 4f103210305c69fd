import { serveTasks } from "#lib/serve-tasks.ts";
import type { ParsedMail } from "./parsed-mail.ts";
import { readAttachment, readMail } from "./read-mail.ts";

export type MimeTask = { raw: Uint8Array; part?: string };
export type MimeResult = { mail: ParsedMail } | { content: Uint8Array | undefined };

serveTasks(({ raw, part }: MimeTask): MimeResult => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return part === undefined ? { mail: readMail(bytes) } : { content: readAttachment(bytes, part) };
});
