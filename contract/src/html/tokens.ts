/** Splits HTML into tokens in one pass and linear time, whatever the input. For reading its text, not for showing it. */
export type HtmlToken =
  | { kind: "text"; text: string }
  | { kind: "open"; name: string; attributes: string }
  | { kind: "close"; name: string };

/** Elements whose content is not displayed as text. */
const raw = new Set([
  "script",
  "style",
  "head",
  "title",
  "template",
  "svg",
  "math",
  "noscript",
  "object",
  "textarea",
  "iframe",
]);

/** Without an end tag, a browser shows the rest of the mail as their content. */
const shownUnclosed = new Set(["object", "noscript"]);

export function* htmlTokens(html: string): Generator<HtmlToken> {
  // ASCII only, so that the length and all offsets stay the same.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const tagEnd = tagScanner(html);
  const isRaw = rawElements(lower);
  // Its end tag may be left out.
  const headEnd = lower.search(/<\/head[\s>]/);
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    if (open > at) yield { kind: "text", text: html.slice(at, open) };
    if (html.startsWith("<!--", open)) {
      at = after(html, "-->", open + 4);
      continue;
    }
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9:-]*)/.exec(lower.slice(open, open + 40)) ?? [];
    if (!name && !/[!?/]/.test(html[open + 1] ?? "")) {
      yield { kind: "text", text: "<" };
      at = open + 1;
      continue;
    }
    at = tagEnd(open);
    if (!name) continue;
    if (slash) yield { kind: "close", name };
    else if (isRaw(name, at) && (name !== "head" || headEnd >= at)) at = tagEnd(after(lower, `</${name}`, at) - 1);
    else yield { kind: "open", name, attributes: html.slice(open + name.length + 1, at - 1) };
  }
  if (at < html.length) yield { kind: "text", text: html.slice(at) };
}

/** `start` and `end` are the offsets of the whole element. */
export type MailSheet = { css: string; media: string; start: number; end: number };

/** The content of the style elements, by the same rules as `htmlTokens`: not those in comments, scripts or SVG. */
export function* mailSheets(html: string): Generator<MailSheet> {
  if (!/<style/i.test(html)) return;
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const tagEnd = tagScanner(html);
  const isRaw = rawElements(lower);
  let at = 0;
  for (let open = html.indexOf("<"); open >= 0; open = html.indexOf("<", at)) {
    if (html.startsWith("<!--", open)) {
      at = after(html, "-->", open + 4);
      continue;
    }
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9:-]*)/.exec(lower.slice(open, open + 40)) ?? [];
    at = name || /[!?/]/.test(html[open + 1] ?? "") ? tagEnd(open) : open + 1;
    if (!name || slash || name === "head" || !isRaw(name, at)) continue;
    const attributes = lower.slice(open + name.length + 1, at - 1);
    const close = lower.indexOf(`</${name}`, at);
    const end = close < 0 ? html.length : close;
    const css = html.slice(at, end);
    at = close < 0 ? html.length : tagEnd(close);
    if (name === "style" && !/\btype\s*=\s*["']?(?!text\/css)[a-z]/.test(attributes))
      yield { css, media: /\bmedia\s*=\s*["']?([^"'>]{0,200})/.exec(attributes)?.[1] ?? "", start: open, end: at };
  }
}

/** Says of an element that begins before `at` whether its content is left out. */
function rawElements(lower: string) {
  const lastEnds = new Map<string, number>();
  const lastEnd = (name: string) => {
    const known = lastEnds.get(name) ?? lower.lastIndexOf(`</${name}`);
    lastEnds.set(name, known);
    return known;
  };
  return (name: string, at: number) => raw.has(name) && (!shownUnclosed.has(name) || lastEnd(name) >= at);
}

const after = (text: string, mark: string, from: number) => {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
};

/**
 * Finds the `>` that ends a tag, past quoted attributes. A quote that is never closed is remembered and ignored afterwards,
 * which keeps the search linear.
 */
function tagScanner(html: string) {
  const unclosed = new Set<string>();
  return (open: number): number => {
    let at = open + 1;
    while (at < html.length) {
      const char = html[at] as string;
      if (char === ">") return at + 1;
      const isQuote = (char === '"' || char === "'") && html[at - 1] === "=" && !unclosed.has(char);
      const close = isQuote ? html.indexOf(char, at + 1) : -1;
      if (isQuote && close < 0) unclosed.add(char);
      at = close > 0 ? close + 1 : at + 1;
    }
    return html.length;
  };
}

const blocks =
  /^(?:address|article|aside|blockquote|br|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/;

/** The gap that a tag makes between words. */
export const gapOf = (name: string): string => (blocks.test(name) ? "\n" : name === "td" || name === "th" ? " " : "");

export const tidyLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
