import { t } from "@intellibox/contract/text/t";
/** Attachments and raw sources, fetched as bytes with the session's token and never opened as a web page. */

import type { MailAttachment, MailMessage } from "@intellibox/contract/endpoints/inbox";
import { outbox } from "@intellibox/contract/endpoints/outbox";
import {
  attachmentPagePath,
  attachmentPath,
  attachmentsZipPath,
  pageCountHeader,
  sourcePath,
} from "@intellibox/contract/rules/file-paths";
import { queryOptions } from "@tanstack/react-query";
import { open } from "#lib/http/api.ts";
import { saveFile } from "#lib/http/download.ts";
import { rawEndpoint } from "#lib/http/raw-endpoint.ts";
import { withFiles } from "#lib/mail/attachments.ts";

type Part = Pick<MailAttachment, "part" | "fileName" | "mimeType">;

export const attachmentQuery = (messageId: string, part: string) =>
  queryOptions({
    queryKey: ["inbox", "attachment", messageId, part],
    queryFn: ({ signal }) => fetchFile(attachmentPath(messageId, part), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** One page of a PDF as an image from the server, and the number of pages. */
export const attachmentPageQuery = (messageId: string, part: string, page: number) =>
  queryOptions({
    queryKey: ["inbox", "attachment", messageId, part, page],
    queryFn: async ({ signal }) => {
      const response = await openFile(attachmentPagePath(messageId, part, page), signal);
      return { picture: await response.blob(), pages: Number(response.headers.get(pageCountHeader)) || 1 };
    },
    // A page that cannot be rendered fails again.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** The text of a document, for its preview. */
export const attachmentTextQuery = (messageId: string, file: Part) =>
  queryOptions({
    queryKey: ["inbox", "attachment", messageId, file.part, "text"],
    queryFn: () => attachmentText(messageId, file),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export async function saveAttachment(messageId: string, { part, fileName }: Part) {
  saveFile(await fetchFile(attachmentPath(messageId, part)), fileName);
}

/** Saves all attachments as one ZIP file. */
export async function saveAttachments(messageId: string, subject: string) {
  saveFile(await fetchFile(attachmentsZipPath(messageId)), fileNameOf(subject, "zip"));
}

export async function saveSource(messageId: string, subject: string) {
  saveFile(await fetchFile(sourcePath(messageId)), fileNameOf(subject, "eml"));
}

function fileNameOf(subject: string, ending: string) {
  const name = subject
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, " ")
    .trim()
    .slice(0, 80);
  return `${name || "message"}.${ending}`;
}

/** The files of a forwarded message; `problem` names those that exceed the limits of a mail. */
export type ForwardedFiles = { files: File[]; problem?: string };

/** The attachments of a message that is forwarded, or the message itself as one file. */
export const forwardedFilesQuery = (message: MailMessage | undefined, asAttachment: boolean) =>
  queryOptions({
    queryKey: ["inbox", "forwarded", message?.id, asAttachment],
    queryFn: async ({ signal }): Promise<ForwardedFiles> => {
      if (!message) return { files: [] };
      if (asAttachment) {
        const source = await fetchFile(sourcePath(message.id), signal);
        return withFiles([], [new File([source], fileNameOf(message.subject, "eml"), { type: "message/rfc822" })]);
      }
      // The server appends the HTML with its pictures.
      const isAppended = ({ inline, mimeType }: MailAttachment) =>
        inline && message.bodyHtml !== null && /^image\/(?:png|jpe?g|gif|webp)$/i.test(mimeType);
      const wanted = message.attachments.filter((file) => !isAppended(file));
      return fetchAttached(message.id, wanted, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** Attachments of a message as files, up to the limits of a mail. */
export async function fetchAttached(
  messageId: string,
  wanted: readonly (Part & { size: number })[],
  signal: AbortSignal,
): Promise<ForwardedFiles> {
  let total = 0;
  const small = wanted.filter(({ size }) => {
    if (total + size > outbox.send.files.maxTotalBytes) return false;
    total += size;
    return true;
  });
  const files = await Promise.all(
    small.map(async ({ part, fileName, mimeType }) => {
      return new File([await fetchFile(attachmentPath(messageId, part), signal)], fileName, { type: mimeType });
    }),
  );
  const result = withFiles([], files);
  return small.length < wanted.length ? { ...result, problem: outbox.send.files.tooLarge } : result;
}

/** The text of an attachment, for Summarize. */
export async function attachmentText(messageId: string, { part, fileName, mimeType }: Part) {
  // Rarely used, so its code is loaded on demand.
  const { extractText } = await import("./summaries.ts");
  const content = await fetchFile(attachmentPath(messageId, part));
  const file = new File([content], fileName, { type: mimeType });
  return (await extractText(file, { fallback: t("{fileName} could not be read", { fileName }) })).text;
}

const fetchFile = async (path: string, signal?: AbortSignal): Promise<Blob> => (await openFile(path, signal)).blob();

function openFile(path: string, signal?: AbortSignal): Promise<Response> {
  return open(rawEndpoint(path), {}, { signal, accept: "*/*", fallback: t("The file could not be loaded") });
}
