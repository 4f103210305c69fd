import { hasVisibleText } from "../html/visible.ts";

/** Pictures and media, which a mail may show instead of text. */
const picture = /<img\s[^<>]*\bsrc\s*=\s*["']?[^\s"'<>]|<(?:picture|video|audio|svg|canvas)[\s/>]/i;

/**
 * True if a mail's HTML shows nothing that its writer wrote: it is blank, its style hides the text, or it has only the quoted
 * original.
 */
export function isUnwritten(html: string): boolean {
  const own = withoutQuote(html);
  return !picture.test(own) && !hasVisibleText(own);
}

const quoteStart = /<blockquote\b[^<>]*\bdata-quoted\b/i;

/** Removes the quoted original of a reply. */
export function withoutQuote(html: string): string {
  const start = quoteStart.exec(html)?.index ?? -1;
  if (start < 0) return html;
  let depth = 0;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<(\/?)blockquote\b/gi)) {
    depth += tag.startsWith("</") ? -1 : 1;
    if (depth > 0) continue;
    const end = html.indexOf(">", start + index);
    return html.slice(0, start) + (end < 0 ? "" : html.slice(end + 1));
  }
  return html.slice(0, start);
}
