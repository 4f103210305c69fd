/** A letter to the bytes that travel. Nothing that a user wrote can become a header of its own, and Bcc stays off the page. */
import { randomUUID } from "node:crypto";
import { replaceDataPictures } from "@intellibox/contract/rules/data-pictures";
import MailComposer from "nodemailer/lib/mail-composer";
import { htmlToText } from "#lib/html.ts";
import { safeFileName } from "./file-name.ts";
import type { MailAddress } from "./parsed-mail.ts";
import { writeMime } from "./write-mime.ts";

export type Letter = {
  /** With its angle brackets; chosen before anything is sent, so that the mail can be found again. */
  messageId: string;
  date: Date;
  from: MailAddress;
  to: MailAddress[];
  cc?: MailAddress[];
  /** Told to the server, never to the other recipients. */
  bcc?: MailAddress[];
  replyTo?: MailAddress | undefined;
  subject: string;
  /** The body; where there is only HTML the text part is made from it. */
  html?: string | undefined;
  text?: string | undefined;
  inReplyTo?: string | undefined;
  references?: string[];
  attachments?: LetterFile[];
};
export type LetterFile = { fileName: string; mimeType: string; content: Uint8Array };
/** SMTP's own sender and recipients (RFC 5321 2.3.1), which the header need not name. */
export type Envelope = { from: string; to: string[] };
export type ComposedMail = { raw: Buffer; envelope: Envelope };

/** A letter that must not be sent as it stands; the message says what to change. */
export class LetterError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = "LetterError";
    this.field = field;
  }
}

/** An id that nobody else makes, at the sender's domain. */
export function newMessageId(senderAddress: string): string {
  const domain = senderAddress
    .split("@")
    .at(-1)
    ?.toLowerCase()
    .replace(/[^a-z0-9.-]/g, "");
  return `<${randomUUID()}@${domain || "localhost"}>`;
}

export async function composeMail(letter: Letter): Promise<ComposedMail> {
  checkLetter(letter);
  const { html, images } = withInlineImages(letter.html);
  const files = [...images, ...(letter.attachments ?? []).map(fileOf)];
  const composer = new MailComposer({
    messageId: letter.messageId,
    date: letter.date,
    from: letter.from,
    to: letter.to,
    cc: letter.cc,
    replyTo: letter.replyTo,
    subject: letter.subject,
    inReplyTo: letter.inReplyTo,
    references: shortReferences(letter.references ?? []),
    text: letter.text ?? (letter.html ? htmlToText(letter.html) : ""),
    html,
    attachments: files,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const mail = composer.compile();
  const raw = endLines(files.length > 0 ? await mail.build() : writeMime(mail));
  const recipients = [...letter.to, ...(letter.cc ?? []), ...(letter.bcc ?? [])].map(({ address }) => address);
  return { raw, envelope: { from: letter.from.address, to: [...new Set(recipients)] } };
}

/** Every line ends as it travels. nodemailer would do it by one more stream for each mail, of which most need nothing done. */
function endLines(raw: Buffer): Buffer {
  for (let at = raw.indexOf("\n"); at >= 0; at = raw.indexOf("\n", at + 1)) {
    if (raw[at - 1] !== 0x0d) return Buffer.from(raw.toString("latin1").replaceAll(/(?<!\r)\n/g, "\r\n"), "latin1");
  }
  return raw;
}

/** Control characters and the line ends of Unicode: somewhere on the way one of them is a line break. */
const breaking = /[\p{Cc}\u2028\u2029]/u;
/** Text that a reader's program would decode into something else than what was checked here. */
const encodedWord = /=\?[^?]+\?[qb]\?/i;
/** Plain addresses only: no quoted local part, no comment, nothing that two parsers could read differently. */
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,253}$/u;
const idForm = /^<[^\s<>\p{C}]{1,900}>$/u;

function checkLetter(letter: Letter) {
  const { from, to, cc = [], bcc = [], replyTo } = letter;
  if (breaking.test(letter.subject)) throw new LetterError("subject", "The subject must be one line.");
  const fields = { from: [from], to, cc, bcc, replyTo: replyTo ? [replyTo] : [] };
  for (const [field, people] of Object.entries(fields)) {
    for (const { name, address } of people) {
      if (breaking.test(name)) throw new LetterError(field, "A name must be one line.");
      if (encodedWord.test(name)) throw new LetterError(field, "A name must be plain text.");
      if (!plainAddress.test(address) || encodedWord.test(address))
        throw new LetterError(field, `This is not an email address: ${shown(address)}`);
    }
  }
  if (to.length + cc.length + bcc.length === 0) throw new LetterError("to", "The letter has no recipient.");
  for (const id of [letter.messageId, letter.inReplyTo, ...(letter.references ?? [])]) {
    if (id !== undefined && !idForm.test(id)) throw new LetterError("messageId", "A message id is malformed.");
  }
}

const shown = (text: string) => text.replace(/\p{C}/gu, "?").slice(0, 100);

/** RFC 5322 3.6.4 asks for all; a line of hundreds is cut by servers, and the first and the last ones bind the thread. */
const shortReferences = (ids: string[]) => (ids.length > 21 ? [...ids.slice(0, 1), ...ids.slice(-20)] : ids);

function fileOf({ fileName, mimeType, content }: LetterFile) {
  return {
    filename: safeFileName(fileName, "attachment"),
    contentType: /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(mimeType) ? mimeType : "application/octet-stream",
    content: Buffer.from(content),
    contentDisposition: "attachment" as const,
  };
}

// Pictures only, and no SVG: that is a program.
const pictureTypes = ["png", "jpeg", "jpg", "gif", "webp"];

type InlineImage = {
  cid: string;
  filename: string;
  contentType: string;
  content: Buffer;
  contentDisposition: "inline";
};

/** Pictures pasted into the editor travel as parts of the mail: most programs show no `data:` URL. */
function withInlineImages(html: string | undefined) {
  const images: InlineImage[] = [];
  const linked =
    html &&
    replaceDataPictures(html, (picture) => {
      const quote = /\bsrc\s{0,3}=\s{0,3}(["'])$/i.exec(
        html.slice(Math.max(0, picture.start - 20), picture.start),
      )?.[1];
      // The quote must close: a broken URL is left as it is.
      if (!quote || html[picture.end] !== quote || !picture.base64 || !pictureTypes.includes(picture.type))
        return undefined;
      const cid = `${randomUUID()}@inline`;
      const type = picture.type.replace("jpg", "jpeg");
      const filename = `image-${images.length + 1}.${type}`;
      const content = Buffer.from(picture.base64, "base64");
      images.push({ cid, filename, contentType: `image/${type}`, content, contentDisposition: "inline" });
      return `cid:${cid}`;
    });
  return { html: linked, images };
}
