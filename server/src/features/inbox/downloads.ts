import { notFound } from "#lib/errors.ts";
import { attachmentContent } from "#outside/mime/parse.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { findMessage } from "./read-message.ts";

export type Download = { fileName: string; bytes: Uint8Array };

export async function readAttachment(scope: Scope, id: string, part: string): Promise<Download> {
  const { content } = await scope.tx((tx) => findMessage(tx, scope, id));
  const attachment = content.attachments.find((candidate) => candidate.part === part);
  if (!attachment) throw notFound("Attachment");
  const source = await scope.outside.objects.get(content.sourceKey);
  const bytes = source && (await attachmentContent(source, part, ownerOf(scope)));
  if (!bytes) throw notFound("Attachment");
  return { fileName: attachment.fileName, bytes };
}

export async function readSource(scope: Scope, id: string): Promise<Download> {
  const { content, item } = await scope.tx((tx) => findMessage(tx, scope, id));
  const bytes = await scope.outside.objects.get(content.sourceKey);
  if (!bytes) throw notFound("Source");
  const name =
    item.subject
      .replaceAll(/[^\p{L}\p{N} ._-]+/gu, " ")
      .trim()
      .slice(0, 80)
      .trim() || "message";
  return { fileName: `${name}.eml`, bytes };
}

/** RFC 6266: an ASCII name for all clients, and the real one for those that support `filename*`. */
export function dispositionOf(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%;]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
