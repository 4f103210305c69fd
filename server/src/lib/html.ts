/** HTML for reading and writing mail: shown safely, as text, and from text. */
import { compile } from "html-to-text";
import type { SanitizedHtml, SanitizeOptions } from "./html-sanitize.ts";
import { WorkerPool } from "./worker-pool.ts";

/** Longer mails are cut: no reader gets there, and the time it takes grows with the length. */
const maxLength = 2_000_000;

type Task = { html: string; options: SanitizeOptions };
const pool = new WorkerPool<Task, SanitizedHtml>(new URL("./html-worker.ts", import.meta.url), {
  size: 2,
  timeoutMs: 10_000,
  memoryMb: 512,
});

/** Mail HTML that can be shown, made in a thread that can be ended. Rejects where the mail would not be done in time. */
export const sanitizeMailHtml = (html: string, options: SanitizeOptions): Promise<SanitizedHtml> =>
  pool.run({ html: html.slice(0, maxLength), options });

const render = compile({
  wordwrap: false,
  limits: { maxDepth: 100, maxChildNodes: 20_000, maxInputLength: 5_000_000, ellipsis: "…" },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
  ],
});

/** HTML as a person would type it: for the text part of a letter. Links keep their address. */
export const htmlToText = (html: string): string => render(html).trim();

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? "");
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

// A trailing stop or bracket belongs to the sentence, not to the address.
const link =
  /https?:\/\/[^\s<>"'`{}|\\^]{1,2000}[^\s<>"'`{}|\\^.,;:!?)\]]|[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi;

/** Plain text as HTML: its lines kept, its addresses made links, everything else escaped. */
export function textToHtml(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(link)) {
    pieces.push(escapeHtml(text.slice(at, index)), linkTo(found));
    at = index + found.length;
  }
  pieces.push(escapeHtml(text.slice(at)));
  return pieces.join("").replace(/\r\n?|\n/g, "<br>\n");
}

function linkTo(found: string): string {
  const target = found.includes("://") ? found : `mailto:${found}`;
  return `<a href="${escapeHtml(target)}" target="_blank" rel="noopener noreferrer nofollow">${escapeHtml(found)}</a>`;
}
