import type { MailAttachment } from "@intellibox/contract/endpoints/inbox";

/** The kind of a preview. The server renders the pages of a PDF and extracts the text of a document. */
export type PreviewKind = "picture" | "text" | "pdf" | "document";

/** Pictures that cannot run code. SVG is left out because it can. */
const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"]);
const texts = new Set(["text/plain", "text/csv", "text/markdown", "text/calendar", "application/json"]);
const textEnding = /\.(?:txt|text|log|md|markdown|csv|tsv|json|ya?ml|ini|ics|vcf|diff|patch)$/i;
const documentEnding = /\.(?:docx?|xlsx?|msg|eml)$/i;
/** Larger files would freeze the page, or the server would refuse them. */
const maxBytes: Record<PreviewKind, number> = {
  picture: 25 * 1024 * 1024,
  text: 2 * 1024 * 1024,
  pdf: 25 * 1024 * 1024,
  document: 10 * 1024 * 1024,
};

type Described = Pick<MailAttachment, "fileName" | "mimeType" | "size">;

/** The preview of a file; null if it can only be downloaded. HTML has none, whatever MIME type it claims. */
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

/** True if Summarize can read the file. */
export const isReadable = ({ fileName }: Pick<Described, "fileName">) => readable.test(fileName);
