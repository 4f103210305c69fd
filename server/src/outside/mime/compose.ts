/** Writes a mail as bytes. User input cannot inject header fields, and Bcc is left out of the header. */
import { randomUUID } from "node:crypto";
import type { Owner } from "#lib/fair-queue.ts";
import { ownBuffer } from "#lib/own-buffer.ts";
import { threaded } from "#lib/threads.ts";
import { buildMail } from "./build-mail.ts";
import type { MailContent } from "./mail-content.ts";

export type { MailContent };

/** The SMTP envelope (RFC 5321 2.3.1), which may differ from the header. */
export type Envelope = { from: string; to: string[] };
export type ComposedMail = { raw: Buffer; envelope: Envelope };

/** A mail that cannot be sent; the message says what to change. */
export class InvalidMailError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = "InvalidMailError";
    this.field = field;
  }
}

/** A unique Message-ID at the sender's domain. */
export function newMessageId(senderAddress: string): string {
  const domain = senderAddress
    .split("@")
    .at(-1)
    ?.toLowerCase()
    .replace(/[^a-z0-9.-]/g, "");
  return `<${randomUUID()}@${domain || "localhost"}>`;
}

const inThread = threaded<typeof import("./build-mail.ts")>(new URL("./build-mail.ts", import.meta.url));

/** A smaller mail is encoded on the main thread, because a worker thread would cost more. */
const smallBytes = 32 * 1024;

type ComposeOptions = {
  owner?: Owner;
  /** Moves the files to the thread instead of copying them: the caller cannot read them afterwards. */
  movesFiles?: boolean;
  /** It is not sent yet, and may have no recipient. */
  isDraft?: boolean;
};

export async function composeMail(
  mail: MailContent,
  { owner, movesFiles = false, isDraft = false }: ComposeOptions = {},
): Promise<ComposedMail> {
  checkMail(mail, isDraft);
  const transfer = movesFiles ? [...new Set(mail.attachments?.flatMap(({ content }) => ownBuffer(content)))] : [];
  const raw =
    sizeOf(mail) <= smallBytes ? await buildMail(mail) : await inThread("buildMail", [mail], { owner, transfer });
  const recipients = [...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])].map(({ address }) => address);
  return { raw: asBuffer(raw), envelope: { from: mail.from.address, to: [...new Set(recipients)] } };
}

const sizeOf = ({ text = "", html = "", attachments = [] }: MailContent) =>
  attachments.reduce((sum, { content }) => sum + content.length, text.length + html.length);

/** Worker threads return a Uint8Array, not a Buffer. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

/** Control characters and Unicode line ends, which some program may read as a line break. */
const breaking = /[\p{Cc}\u2028\u2029]/u;
/** An encoded word (RFC 2047), which a mail program would decode after our checks. */
const encodedWord = /=\?[^?]+\?[qb]\?/i;
/** No quoted local part and no comment, which two parsers could read differently. */
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,253}$/u;
const idForm = /^<[^\s<>\p{C}]{1,900}>$/u;

function checkMail(mail: MailContent, isDraft: boolean) {
  const { from, to, cc = [], bcc = [], replyTo } = mail;
  if (breaking.test(mail.subject)) throw new InvalidMailError("subject", "The subject must be one line.");
  const fields = { from: [from], to, cc, bcc, replyTo: replyTo ? [replyTo] : [] };
  for (const [field, people] of Object.entries(fields)) {
    for (const { name, address } of people) {
      if (breaking.test(name)) throw new InvalidMailError(field, "A name must be one line.");
      if (encodedWord.test(name)) throw new InvalidMailError(field, "A name must be plain text.");
      if (!plainAddress.test(address) || encodedWord.test(address))
        throw new InvalidMailError(field, `This is not an email address: ${shown(address)}`);
    }
  }
  if (!isDraft && to.length + cc.length + bcc.length === 0)
    throw new InvalidMailError("to", "The mail has no recipient.");
  for (const id of [mail.messageId, mail.inReplyTo, ...(mail.references ?? [])]) {
    if (id !== undefined && !idForm.test(id)) throw new InvalidMailError("messageId", "A message id is malformed.");
  }
}

const shown = (text: string) => text.replace(/\p{C}/gu, "?").slice(0, 100);
