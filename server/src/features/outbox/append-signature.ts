import { withoutDataPictures } from "@intellibox/contract/rules/data-pictures";
import { escapeHtml } from "#lib/html/html.ts";
import { renderText } from "#lib/html/render.ts";
import { wordsOfHtml } from "#lib/html/text.ts";

export type Written = { body: string; html: string };

/** Marks the signature in the HTML, so that it is appended once. */
const mark = 'data-intellibox="signature"';

/** The text and HTML parts of a mail with its sender's signature. Both always exist. */
export function writeParts({ body, html }: Written, signatureHtml: string): { text: string; html: string } {
  if (html.trim()) {
    const signed = isSigned(html, signatureHtml) ? html : appendSignature(html, signatureHtml);
    return { html: signed, text: renderText(signed) };
  }
  const written = paragraphs(body);
  if (isSigned(written, signatureHtml)) return { html: written, text: body };
  const text = `${body.trimEnd()}\n\n${renderText(signatureHtml)}`;
  return { html: appendSignature(written, signatureHtml), text };
}

/** The page may have inserted the signature already. Editors drop unknown attributes, so its words are compared too. */
function isSigned(html: string, signatureHtml: string) {
  const signature = squeezed(wordsOfHtml(withoutDataPictures(signatureHtml)));
  if (!signature && !/<img\b/i.test(signatureHtml)) return true;
  return (
    html.includes(mark) || (signature !== "" && squeezed(wordsOfHtml(withoutDataPictures(html))).includes(signature))
  );
}

const appendSignature = (html: string, signatureHtml: string) =>
  appendBlock(html, `<div ${mark}><br>${signatureHtml}</div>`);

/** Appends to a document or a fragment. */
export function appendBlock(html: string, block: string): string {
  const end = html.toLowerCase().lastIndexOf("</body");
  return end < 0 ? html + block : html.slice(0, end) + block + html.slice(end);
}

const paragraphs = (text: string) =>
  text
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("");

const squeezed = (text: string) => text.replaceAll(/\s+/g, " ").trim();
