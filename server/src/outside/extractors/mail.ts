import type { Attachment, MailAddress } from "#outside/mime/parsed-mail.ts";
import { openMail } from "#outside/mime/read-mail.ts";
import { Fault, type Reader } from "./content.ts";
import { htmlToText } from "./html.ts";
import { limits } from "./limits.ts";
import { readParsedMail } from "./read-parsed-mail.ts";

export const readMail: Reader = async (bytes, reading) => {
  const { mail, plainText, contentOf } = openMail(bytes);
  const body = bodyOf(plainText, mail.html ?? "");
  const attachments = mail.attachments.filter((attachment) => !isBoilerplate(attachment, body));
  if (body === "" && attachments.some(isSealed)) throw new Fault("encrypted", "An encrypted mail");
  const file = {
    from: addresses([mail.from]),
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    at: mail.date?.toISOString() ?? null,
    subject: mail.subject,
    body,
    attachments: attachments
      .slice(0, limits.mailAttachments)
      .map(({ fileName, part }) => ({ name: fileName, open: () => contentOf(part) })),
  };
  const content = await readParsedMail("mail", file, reading);
  const isCut = mail.truncated || attachments.length > limits.mailAttachments;
  return { ...content, truncated: content.truncated || isCut };
};

/** The plain text, unless only the HTML has words: some programs send an empty text part, or one line that points to the HTML. */
function bodyOf(text: string, html: string): string {
  const plain = text.trim();
  const shown = html === "" ? "" : htmlToText(html.slice(0, limits.characters * 10)).trim();
  return plain.length * 4 >= shown.length || plain.length > 1_000 ? plain || shown : shown;
}

/** Signatures have no words. Pictures inside the HTML are mostly logos; they are read only if the mail has hardly any text. */
const isBoilerplate = ({ mimeType, inline }: Attachment, body: string) =>
  /pkcs7-signature|pgp-signature/.test(mimeType) ||
  (inline && mimeType.startsWith("image/") && body.length >= fewLetters);
const fewLetters = 40;
const isSealed = ({ mimeType }: Attachment) => /pkcs7-mime|pgp-encrypted/.test(mimeType);

const addresses = (list: MailAddress[]): string =>
  list.map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address)).join(", ");
