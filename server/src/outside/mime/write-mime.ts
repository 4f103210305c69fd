/** A composed mail that is text alone, as bytes. nodemailer writes any mail, by a dozen streams each; most mails need none. */
import { encodeBase64, encodeQuotedPrintable, type MimeNode } from "#outside/nodemailer.ts";

/** The result of nodemailer's `build`, except for the positions of soft line breaks. Only for parts whose content is a string. */
export function writeMime(root: MimeNode): Buffer {
  const text = writePart(root);
  const end = text.endsWith("\n") ? "" : text.endsWith("\r") ? "\n" : "\r\n";
  return Buffer.from(text + end, "latin1");
}

function writePart(part: MimeNode): string {
  const body = typeof part.content === "string" ? encode(part.content, part.getTransferEncoding()) : "";
  const head = `${part.buildHeaders()}\r\n\r\n`;
  if (!part.multipart) return head + body;
  const parts = part.childNodes.map((child) => `--${part.boundary}\r\n${writePart(child)}`);
  return `${head}${body}${parts.join("\r\n")}\r\n--${part.boundary}--\r\n`;
}

function encode(text: string, encoding: string | false) {
  if (encoding === "quoted-printable") return encodeQuotedPrintable(text);
  if (encoding === "base64") return encodeBase64(text);
  return text;
}
