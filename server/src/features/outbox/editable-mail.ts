// A mail that was written earlier, as an editor needs it.
import type { Endpoint } from "@intellibox/contract/endpoint";
import { escapeHtml } from "#lib/html/html.ts";
import { ownBuffer } from "#lib/own-buffer.ts";
import { threaded } from "#lib/threads.ts";
import type { Attachment, ParsedMail } from "#outside/mime/parsed-mail.ts";
import { EncodedAnswer } from "#http/encoded-answer.ts";
import { tooLongToWriteOr } from "#http/large-calls.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { pictureLink } from "./write-own-mail.ts";

const inThread = threaded<typeof import("./write-own-mail.ts")>(new URL("./write-own-mail.ts", import.meta.url));

type WithPictures<Written> = { call: Endpoint; written: Written; raw: Buffer; pictures: Attachment[] };

/** The answer of a call, with pictures inline. A mail with pictures may have many megabytes, so a worker thread adds them. */
export async function withPictures<Written extends { html: string }>(
  scope: Scope,
  { call: { method, path }, written, raw, pictures }: WithPictures<Written>,
): Promise<Written | EncodedAnswer> {
  if (pictures.length === 0) return written;
  const options = { owner: ownerOf(scope), transfer: ownBuffer(raw) };
  return new EncodedAnswer(
    await inThread("writeOwnMail", [{ method, path }, written, raw, pictures], options).catch((error) => {
      throw tooLongToWriteOr(error);
    }),
  );
}

/** Without the answered mail at the end, which sending appends again. */
export const referencesOf = ({ references, inReplyTo }: ParsedMail) =>
  references.at(-1) === inReplyTo ? references.slice(0, -1) : references;

/** The attachments that the HTML shows inline. */
export function picturesIn(html: string, files: Attachment[]): Attachment[] {
  const named = new Set(Array.from(html.matchAll(pictureLink), ([, contentId]) => contentId));
  return files.filter(({ contentId }) => contentId !== null && named.has(contentId));
}

export const paragraphs = (text: string) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
