// Writes the JSON of a mail with its pictures inline. Runs in a worker thread, because pictures may be large: see editable-mail.ts.
import type { Attachment } from "#outside/mime/parsed-mail.ts";
import { readAttachments } from "#outside/mime/read-mail.ts";
import { writeAnswer } from "#http/large-parts.ts";

export const pictureLink = /cid:([^\s"'<>()]{1,250})/g;

/** Editors show pictures as data URLs; sending turns them into parts again. */
export function writeOwnMail(
  call: { method: string; path: string },
  written: { html: string },
  raw: Uint8Array,
  pictures: Attachment[],
): Uint8Array {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const contents = readAttachments(
    mail,
    pictures.map(({ part }) => part),
  );
  const byContentId = new Map(
    pictures.map(({ contentId, mimeType }, index) => [contentId, { mimeType, bytes: contents[index] }]),
  );
  const html = written.html.replaceAll(pictureLink, (link, contentId: string) => {
    const { mimeType, bytes } = byContentId.get(contentId) ?? {};
    return bytes ? `data:${mimeType};base64,${Buffer.from(bytes).toString("base64")}` : link;
  });
  return writeAnswer(call, { ...written, html });
}
