import type { MailAttachment } from "@intellibox/contract/endpoints/inbox";

/** A picture; a text; a PDF, drawn page by page by the server; or a document of which the server reads the words. */
export type PreviewKind = "picture" | "text" | "pdf" | "document";

/** Pictures that browsers draw without running anything: no SVG, which is a program. */
const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"]);
const texts = new Set(["text/plain", "text/csv", "text/markdown", "text/calendar", "application/json"]);
const textEnding = /\.(?:txt|text|log|md|markdown|csv|tsv|json|ya?ml|ini|ics|vcf|diff|patch)$/i;
const documentEnding = /\.(?:docx?|xlsx?|msg|eml)$/i;
/** Over this a preview would hang the page, or be refused, rather than help. */
const maxBytes: Record<PreviewKind, number> = {
  picture: 25 * 1024 * 1024,
  text: 2 * 1024 * 1024,
  pdf: 25 * 1024 * 1024,
  document: 10 * 1024 * 1024,
};

type Described = Pick<MailAttachment, "fileName" | "mimeType" | "size">;

/** How a file can be looked at here; null where it can only be downloaded. HTML is never shown, whatever it calls itself. */
export function previewKind(file: Described): PreviewKind | null {
  const kind = kindOf(file);
  return kind && file.size <= maxBytes[kind] ? kind : null;
}

function kindOf({ fileName, mimeType }: Described): PreviewKind | null {
  const type = mimeType.toLowerCase().split(";")[0]?.trim() ?? "";
  if (/\.(?:html?|xhtml|svg|xml)$/i.test(fileName)) return null;
  if (pictures.has(type)) return "picture";
  if (type === "application/pdf" || /\.pdf$/i.test(fileName)) return "pdf";
  if (documentEnding.test(fileName)) return "document";
  return texts.has(type) || (textEnding.test(fileName) && type === "application/octet-stream") ? "text" : null;
}

const readable = /\.(?:msg|eml|txt|pdf|docx?|xlsx?|png|jpe?g|gif|tiff?)$/i;

/** Whether Summarize can read it: the kinds it takes when they are chosen there. */
export const isReadable = ({ fileName }: Pick<Described, "fileName">) => readable.test(fileName);
