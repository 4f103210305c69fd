/** HTML of mail: sanitizing, escaping, and HTML from text. */
import type { Owner } from "../fair-queue.ts";
import { threaded } from "../threads.ts";
import type { SanitizedHtml, SanitizeOptions } from "./sanitize.ts";

/** Longer HTML is cut, because the time grows with the length. */
export const maxHtmlLength = 2_000_000;

const inThread = threaded<typeof import("./sanitize.ts")>(new URL("./sanitize.ts", import.meta.url));

/** A reader waits two seconds for a mail, at most. The longest real mails take a quarter of it. */
const timeoutMs = 1_500;

/** Sanitizes mail HTML in a worker thread. Rejects if it takes too long. */
export const sanitizeMailHtml = (html: string, options: SanitizeOptions, owner?: Owner): Promise<SanitizedHtml> =>
  inThread("sanitizeHtml", [html.slice(0, maxHtmlLength), options], { owner, timeoutMs });

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? "");
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

// Trailing punctuation belongs to the sentence, not to the URL.
const link =
  /https?:\/\/[^\s<>"'`{}|\\^]{1,2000}[^\s<>"'`{}|\\^.,;:!?)\]]|[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi;

/** Plain text as HTML: with line breaks and links, everything else escaped. */
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
