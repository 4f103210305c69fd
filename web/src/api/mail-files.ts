/** Attachments and sources of messages: bytes, fetched with the session's token, never opened as a page. */
import type { Endpoint } from "@intellibox/contract/endpoint";
import { attachmentPath, type MailAttachment, sourcePath } from "@intellibox/contract/endpoints/inbox";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod";
import { open } from "#lib/api.ts";
import { saveFile } from "#lib/download.ts";

type Part = Pick<MailAttachment, "part" | "fileName" | "mimeType">;

export const attachmentQuery = (messageId: string, part: string) =>
  queryOptions({
    queryKey: ["inbox", "attachment", messageId, part],
    queryFn: ({ signal }) => fetchFile(attachmentPath(messageId, part), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export async function saveAttachment(messageId: string, { part, fileName }: Part) {
  saveFile(await fetchFile(attachmentPath(messageId, part)), fileName);
}

export async function saveSource(messageId: string, subject: string) {
  const name = subject
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, " ")
    .trim()
    .slice(0, 80);
  saveFile(await fetchFile(sourcePath(messageId)), `${name || "message"}.eml`);
}

/** The text of an attachment, for Summarize. */
export async function attachmentText(messageId: string, { part, fileName, mimeType }: Part) {
  // Wanted rarely: what it needs comes when it is.
  const [{ summaries }, { upload }] = await Promise.all([
    import("@intellibox/contract/endpoints/summaries"),
    import("#lib/upload.ts"),
  ]);
  const content = await fetchFile(attachmentPath(messageId, part));
  const file = new File([content], fileName, { type: mimeType });
  return (await upload(summaries.extract, { files: [file] }, { fallback: `${fileName} could not be read` })).text;
}

async function fetchFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const file: Endpoint = {
    method: "GET",
    path,
    access: "signed-in",
    tenancy: "personal",
    summary: "A file of a message",
    response: z.unknown(),
  };
  const answer = await open(file, {}, { signal, accept: "*/*", fallback: "The file could not be loaded" });
  return answer.blob();
}
