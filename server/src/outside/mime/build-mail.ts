// Writes the bytes of a mail. The cost grows with its length, so compose.ts calls this in a worker thread if the mail is long.
import { randomUUID } from "node:crypto";
import { replaceDataPictures } from "@intellibox/contract/rules/data-pictures";
import { renderText } from "#lib/html/render.ts";
import { compileMail } from "#outside/nodemailer.ts";
import { safeFileName } from "./file-name.ts";
import { type MailContent, type MailFile, sentByRuleField } from "./mail-content.ts";
import { writeMime } from "./write-mime.ts";

export async function buildMail(content: MailContent): Promise<Uint8Array> {
  const { html, images } = withInlineImages(content.html);
  const files = [...images, ...(content.attachments ?? []).map(fileOf)];
  const mail = compileMail({
    messageId: content.messageId,
    date: content.date,
    from: content.from,
    to: content.to,
    cc: content.cc,
    replyTo: content.replyTo,
    subject: content.subject,
    inReplyTo: content.inReplyTo,
    references: shortReferences(content.references ?? []),
    text: content.text ?? (content.html ? renderText(content.html) : ""),
    html,
    attachments: files,
    headers: { ...unsubscribeHeaders(content.unsubscribeUrl), ...automaticHeaders(content.automatic) },
    // As a further alternative of the text, which calendars read, and as a file for the others.
    ...(content.calendarReply && {
      icalEvent: { method: "REPLY", filename: "invite.ics", content: content.calendarReply },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return endLines(files.length > 0 || content.calendarReply ? await mail.build() : writeMime(mail));
}

/** RFC 2369 3.2 and RFC 8058 3.1. Not folded, because some programs do not join the parts of an address again. */
const unsubscribeHeaders = (url: string | undefined) =>
  url === undefined
    ? {}
    : {
        "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${url}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      };

const automaticHeaders = (automatic: MailContent["automatic"]) =>
  automatic
    ? {
        "Auto-Submitted": automatic.submitted,
        ...(automatic.sentByRule && { [sentByRuleField]: automatic.sentByRule }),
      }
    : {};

/** Makes every line end CRLF. nodemailer would use one more stream for that, and most mails need no change. */
function endLines(raw: Buffer): Buffer {
  for (let at = raw.indexOf("\n"); at >= 0; at = raw.indexOf("\n", at + 1)) {
    if (raw[at - 1] !== 0x0d) return Buffer.from(raw.toString("latin1").replaceAll(/(?<!\r)\n/g, "\r\n"), "latin1");
  }
  return raw;
}

/** RFC 5322 3.6.4 asks for all ids, but servers cut long fields. The first and the last ids keep the thread together. */
const shortReferences = (ids: string[]) => (ids.length > 21 ? [...ids.slice(0, 1), ...ids.slice(-20)] : ids);

function fileOf({ fileName, mimeType, content }: MailFile) {
  return {
    filename: safeFileName(fileName, "attachment"),
    contentType: /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(mimeType) ? mimeType : "application/octet-stream",
    content: Buffer.from(content),
    contentDisposition: "attachment" as const,
  };
}

// Not SVG, which can contain scripts.
const pictureTypes = ["png", "jpeg", "jpg", "gif", "webp"];

type InlineImage = {
  cid: string;
  filename: string;
  contentType: string;
  content: Buffer;
  contentDisposition: "inline";
};

/** Sends pasted pictures as parts of the mail, because most mail programs do not show `data:` URLs. */
function withInlineImages(html: string | undefined) {
  const images: InlineImage[] = [];
  const linked =
    html &&
    replaceDataPictures(html, (picture) => {
      const quote = /\bsrc\s{0,3}=\s{0,3}(["'])$/i.exec(
        html.slice(Math.max(0, picture.start - 20), picture.start),
      )?.[1];
      // Without a closing quote, the URL is broken and left unchanged.
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
