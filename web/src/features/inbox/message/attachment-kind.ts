import type { MailAttachment } from "@intellibox/contract/endpoints/inbox";

export type PreviewKind = "picture" | "text";

/** Pictures that browsers draw without running anything: no SVG, which is a program. */
const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"]);
const textEnding = /\.(?:txt|text|log|md|markdown|csv|tsv|json|ya?ml|ini|ics|vcf|diff|patch)$/i;
/** Over this a preview would hang the page rather than help. */
const maxPicture = 25 * 1024 * 1024;
const maxText = 2 * 1024 * 1024;

type Described = Pick<MailAttachment, "fileName" | "mimeType" | "size">;

/** How a file can be looked at here; null where it can only be downloaded. HTML is never shown, whatever it calls itself. */
export function previewKind({ fileName, mimeType, size }: Described): PreviewKind | null {
  const type = mimeType.toLowerCase().split(";")[0]?.trim() ?? "";
  if (/\.(?:html?|xhtml|svg|xml)$/i.test(fileName)) return null;
  if (pictures.has(type)) return size <= maxPicture ? "picture" : null;
  const isText = ["text/plain", "text/csv", "text/markdown", "text/calendar", "application/json"].includes(type);
  if (isText || (textEnding.test(fileName) && type === "application/octet-stream"))
    return size <= maxText ? "text" : null;
  return null;
}

const readable = /\.(?:msg|eml|txt|pdf|docx?|xlsx?|png|jpe?g|gif|tiff?)$/i;

/** Whether Summarize can read it: the kinds it takes when they are chosen there. */
export const isReadable = ({ fileName }: Pick<Described, "fileName">) => readable.test(fileName);
