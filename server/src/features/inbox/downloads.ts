import type { Readable } from "node:stream";
import { t } from "@intellibox/contract/text/t";
import yazl from "yazl";
import { notFound } from "#lib/errors.ts";
import { safeFileNames } from "#lib/safe-file-names.ts";
import { attachmentContent, attachmentContents } from "#outside/mime/parse.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { attachmentAt, hasLeft } from "#features/left-files/rename-parts.ts";
import { wholeMail } from "#features/left-files/whole-mail.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { findMessage } from "./read-message.ts";

export type Download = { fileName: string; bytes: Uint8Array };

export async function readAttachment(scope: Scope, id: string, part: string): Promise<Download> {
  const { content } = await scope.tx((tx) => findMessage(tx, scope, id));
  const known = attachmentAt(content.attachments, part);
  if (!known) throw notFound(t("Attachment not found"));
  const mail = known.isLeft ? await wholeMail(scope, mailboxOwner(scope), id) : content;
  const attachment = attachmentAt(mail.attachments, part);
  if (!attachment) throw notFound(t("Attachment not found"));
  const source = await scope.outside.objects.get(mail.sourceKey);
  const bytes = source && (await attachmentContent(source, attachment.part, ownerOf(scope)));
  if (!bytes) throw notFound(t("Attachment not found"));
  return { fileName: attachment.fileName, bytes };
}

/** All attachments as a ZIP file. Pictures that the HTML body shows are left out, unless there is nothing else. */
export async function zipAttachments(scope: Scope, id: string): Promise<{ fileName: string; content: Readable }> {
  const { content: stored, item } = await scope.tx((tx) => findMessage(tx, scope, id));
  const content = hasLeft(stored.attachments) ? await wholeMail(scope, mailboxOwner(scope), id) : stored;
  const files = content.attachments.filter(({ inline }) => !inline);
  const chosen = files.length > 0 ? files : content.attachments;
  const source = chosen.length > 0 ? await scope.outside.objects.get(content.sourceKey) : undefined;
  if (!source) throw notFound(t("Attachment not found"));
  const parts = chosen.map(({ part }) => part);
  const contents = await attachmentContents(source, parts, ownerOf(scope));
  const names = safeFileNames(chosen.map(({ fileName }) => fileName));
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  for (const [at, name] of names.entries()) {
    const bytes = contents[at];
    if (!bytes) throw notFound(t("Attachment not found"));
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), name, {
      mtime: item.date,
      compressionLevel: 3,
    });
  }
  zip.end();
  return { fileName: `${titleOf(item)}.zip`, content: output };
}

export async function readSource(scope: Scope, id: string): Promise<Download> {
  const { item } = await scope.tx((tx) => findMessage(tx, scope, id));
  const { sourceKey } = await wholeMail(scope, mailboxOwner(scope), id);
  const bytes = await scope.outside.objects.get(sourceKey);
  if (!bytes) throw notFound(t("Source not found"));
  return { fileName: `${titleOf(item)}.eml`, bytes };
}

/** The subject as the name of a file. */
const titleOf = ({ subject }: { subject: string }) =>
  subject
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, " ")
    .trim()
    .slice(0, 80)
    .trim() || "message";

/** RFC 6266: an ASCII name for all clients, and the real one for those that support `filename*`. */
export function dispositionOf(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%;]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
