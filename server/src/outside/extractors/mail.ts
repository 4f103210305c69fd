import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { Fault, type Reader } from "./content.ts";
import { htmlToText } from "./html.ts";
import { readLetter } from "./letter.ts";
import { limits } from "./limits.ts";
import { withinPartLimit } from "./part-limit.ts";

export const readMail: Reader = async (bytes, reading) => {
  const within = withinPartLimit(bytes, limits.mailBoundaries);
  const email = await parse(within);
  const body = bodyOf(email);
  const attachments = email.attachments.filter((attachment) => !isBoilerplate(attachment, body));
  if (body === "" && attachments.some(isSealed)) {
    throw new Fault("encrypted", "An encrypted mail");
  }
  const letter = {
    from: addresses([email.from ?? email.sender]),
    to: addresses(email.to ?? []),
    cc: addresses(email.cc ?? []),
    at: email.date && !Number.isNaN(Date.parse(email.date)) ? new Date(email.date).toISOString() : null,
    subject: email.subject ?? "",
    body,
    attachments: attachments.map((attachment, at) => ({
      name: nameOf(attachment, at),
      open: () => bytesOf(attachment.content),
    })),
  };
  const content = await readLetter("mail", letter, reading);
  return { ...content, truncated: content.truncated || within.length < bytes.length };
};

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    // Without the flag the text of nested mails would be merged into the body of the outer one.
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 100 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "";
    throw new Fault(/nesting|headers? size|maximum/i.test(reason) ? "too_large" : "corrupt", reason, { cause });
  }
}

/** The plain text unless only the HTML has words: some programs send an empty or a token text part. */
function bodyOf({ text = "", html = "" }: Email): string {
  const plain = text.trim();
  const shown = html === "" ? "" : htmlToText(html.slice(0, limits.characters * 10)).trim();
  return plain.length * 4 >= shown.length || plain.length > 1_000 ? plain || shown : shown;
}

/** Signatures have no words; pictures inside the HTML are logos far more often than text, unless they are all there is. */
const isBoilerplate = ({ mimeType, related }: Attachment, body: string) =>
  /pkcs7-signature|pgp-signature/.test(mimeType) ||
  (related === true && mimeType.startsWith("image/") && body.length >= fewLetters);
const fewLetters = 40;
const isSealed = ({ mimeType }: Attachment) => /pkcs7-mime|pgp-encrypted/.test(mimeType);

function addresses(list: (Address | undefined)[]): string {
  const flat = list.flatMap((entry) => entry?.group ?? (entry ? [entry] : []));
  return flat.map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || "")).join(", ");
}

function nameOf({ filename, mimeType, method }: Attachment, at: number): string {
  if (filename) return filename.replace(/\s+/g, " ");
  if (mimeType === "message/rfc822") return `message ${at + 1}.eml`;
  return method ? "invitation.ics" : `attachment ${at + 1}`;
}

const bytesOf = (content: Attachment["content"]) =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer);
