import { compile } from "html-to-text";
import iconv from "iconv-lite";
import type { Reader } from "./content.ts";
import { decodeText } from "./text.ts";

export const readHtml: Reader = async (bytes) => ({
  kind: "html",
  pieces: [htmlToText(decodeHtml(bytes))],
  truncated: false,
});

/** The visible words of a page, a line for each row of a table. */
export const htmlToText = compile({
  wordwrap: false,
  // Deep or endless markup costs more than its words are worth; what lies beyond is left out.
  limits: { maxDepth: 200, maxInputLength: 8_000_000, ellipsis: "" },
  formatters: {
    cell: (element, walk, builder) => {
      walk(element.children, builder);
      builder.addInline(" ");
    },
    row: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 1 });
      walk(element.children, builder);
      builder.closeBlock({ trailingLineBreaks: 1 });
    },
  },
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    { selector: "img", format: "skip" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "td", format: "cell" },
    { selector: "th", format: "cell" },
    { selector: "tr", format: "row" },
    ...["head", "title", "style", "script", "template", "noscript"].map((selector) => ({ selector, format: "skip" })),
    { selector: "blockquote", format: "block" },
  ],
});

/** A page may name its encoding in its head, which wins over guessing but not over a byte order mark. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString("latin1");
  const named = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1];
  const isMarked = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(head);
  return named && !isMarked && iconv.encodingExists(named) ? iconv.decode(bytes, named) : decodeText(bytes);
}
