// The content of a message in Graph's JSON form: https://learn.microsoft.com/en-us/graph/api/resources/message
import { openMail } from "#outside/mime/read-mail.ts";
import { readStructure } from "#outside/mime/structure.ts";
import type { GraphAnswer } from "./graph-answer.ts";
import { graphError } from "./graph-answer.ts";
import { type StoredMessage, withAttachments } from "./mail-store.ts";

const wholeOf = ({ raw, attachments }: StoredMessage) => withAttachments(raw, attachments);

/** Graph tells them for received mail only. */
export const headersOf = (message: StoredMessage) =>
  message.folder === "sentitems" || message.isDraft ? undefined : readStructure(message.raw).root.fields;

export function bodyJson(message: StoredMessage) {
  const { mail } = openMail(wholeOf(message));
  return mail.html === null ? { contentType: "text", content: mail.text } : { contentType: "html", content: mail.html };
}

/** https://learn.microsoft.com/en-us/graph/api/message-list-attachments, without their bytes. The last one comes first. */
export const listedFiles = (message: StoredMessage) =>
  openMail(wholeOf(message))
    .mail.attachments.toReversed()
    .map(({ part, fileName, mimeType, size, inline }) => ({
      "@odata.type": `#microsoft.graph.${mimeType === "message/rfc822" ? "itemAttachment" : "fileAttachment"}`,
      id: Buffer.from(part).toString("base64url"),
      ...{ name: fileName, contentType: mimeType, size: size + 300, isInline: inline },
    }));

/** https://learn.microsoft.com/en-us/graph/api/attachment-get */
export function oneFile(message: StoredMessage, id: string): GraphAnswer {
  const { mail, contentOf } = openMail(wholeOf(message));
  const part = Buffer.from(decodeURIComponent(id), "base64url").toString();
  const found = mail.attachments.find((file) => file.part === part);
  const bytes = contentOf(part);
  if (!found || !bytes) return graphError(404, "ErrorItemNotFound", "The specified object was not found in the store.");
  const { contentId, fileName: name, mimeType: contentType } = found;
  return { status: 200, json: { id, name, contentType, contentId, contentBytes: bytes.toString("base64") } };
}
