/** Attachments and sources of messages: bytes, fetched with the session's token, never opened as a page. */
import type { Endpoint } from "@intellibox/contract/endpoint";
import {
  attachmentPagePath,
  attachmentPath,
  type MailAttachment,
  pageCountHeader,
  sourcePath,
} from "@intellibox/contract/endpoints/inbox";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod";
import { open } from "#lib/http/api.ts";
import { saveFile } from "#lib/http/download.ts";

type Part = Pick<MailAttachment, "part" | "fileName" | "mimeType">;

export const attachmentQuery = (messageId: string, part: string) =>
  queryOptions({
    queryKey: ["inbox", "attachment", messageId, part],
    queryFn: ({ signal }) => fetchFile(attachmentPath(messageId, part), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** A page of a PDF, drawn by the server, and of how many it is one. */
export const attachmentPageQuery = (messageId: string, part: string, page: number) =>
  queryOptions({
    queryKey: ["inbox", "attachment", messageId, part, page],
    queryFn: async ({ signal }) => {
      const answer = await openFile(attachmentPagePath(messageId, part, page), signal);
      return { picture: await answer.blob(), pages: Number(answer.headers.get(pageCountHeader)) || 1 };
    },
    // What cannot be drawn now cannot be drawn in a second either.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** The words of a document, for a look at it. */
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
    import("#lib/http/upload.ts"),
  ]);
  const content = await fetchFile(attachmentPath(messageId, part));
  const file = new File([content], fileName, { type: mimeType });
  return (await upload(summaries.extract, { files: [file] }, { fallback: `${fileName} could not be read` })).text;
}

const fetchFile = async (path: string, signal?: AbortSignal): Promise<Blob> => (await openFile(path, signal)).blob();

function openFile(path: string, signal?: AbortSignal): Promise<Response> {
  const file: Endpoint = {
    method: "GET",
    path,
    access: "signed-in",
    tenancy: "personal",
    summary: "A file of a message",
    response: z.unknown(),
  };
  return open(file, {}, { signal, accept: "*/*", fallback: "The file could not be loaded" });
}
