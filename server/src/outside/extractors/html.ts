import iconv from "iconv-lite";
import { renderText } from "#lib/html/render.ts";
import type { Reader } from "./content.ts";
import { limits } from "./limits.ts";
import { decodeText } from "./text.ts";

export const readHtml: Reader = async (bytes) => {
  const html = decodeHtml(bytes);
  return { kind: "html", pieces: [htmlToText(html)], truncated: html.length > limits.htmlCharacters };
};

/** The text of a page, one line for each table row. */
export const htmlToText = (html: string): string =>
  renderText(html.slice(0, limits.htmlCharacters), { links: false, visibleOnly: true });

/** The charset in a page's head wins over guessing, but not over a byte order mark. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString("latin1");
  const named = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1];
  const isMarked = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(head);
  return named && !isMarked && iconv.encodingExists(named) ? iconv.decode(bytes, named) : decodeText(bytes);
}
