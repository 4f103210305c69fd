import { gapOf, type HtmlToken, htmlTokens } from "@intellibox/contract/html/tokens";

const words = (text: string) => new Set(text.split(" "));
const empty = words("area base basefont br col embed frame hr img input link meta param source track wbr");
const closesParagraph = words(
  "address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul",
);
/** Start tags that imply the end tags of others (HTML, optional tags). */
const closes: Record<string, Set<string>> = {
  li: words("li"),
  dt: words("dt dd"),
  dd: words("dt dd"),
  tr: words("tr td th"),
  td: words("td th thead"),
  th: words("td th thead"),
  tbody: words("thead tbody tr td th"),
  tfoot: words("thead tbody tr td th"),
  option: words("option"),
};
const paragraph = words("p");
const nothing = new Set<string>();

/** An element that is too deep is reported by its name only. */
export type NestedToken = HtmlToken | { kind: "too deep"; name: string };

/**
 * Tokens with a bounded depth, in which implied end tags are explicit. It takes one step for each tag, so it protects later code
 * whose cost grows with the depth.
 */
export function* nestedTokens(html: string, maxDepth: number): Generator<NestedToken> {
  const open: string[] = [];
  /** Open elements of each name, within the depth limit and beyond it. */
  const within = new Map<string, number>();
  const beyond = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string, more: number) =>
    counts.set(name, (counts.get(name) ?? 0) + more);
  const pop = (): HtmlToken => {
    const name = open.pop() ?? "";
    add(within, name, -1);
    return { kind: "close", name };
  };

  for (const token of htmlTokens(html)) {
    if (token.kind === "text") yield token;
    else if (token.kind === "open") {
      const ended = closes[token.name] ?? (closesParagraph.has(token.name) ? paragraph : nothing);
      while (ended.has(open.at(-1) ?? "")) yield pop();
      if (empty.has(token.name)) yield token;
      else if (open.length < maxDepth) {
        open.push(token.name);
        add(within, token.name, 1);
        yield token;
      } else {
        add(beyond, token.name, 1);
        yield { kind: "too deep", name: token.name };
      }
    } else if ((beyond.get(token.name) ?? 0) > 0) {
      add(beyond, token.name, -1);
      yield { kind: "too deep", name: token.name };
    } else if ((within.get(token.name) ?? 0) > 0) {
      while (open.at(-1) !== token.name) yield pop();
      yield pop();
    }
  }
}

export const isEmptyElement = (name: string) => empty.has(name);

/** Removes the tags of elements that are too deep and keeps their text. Other HTML is returned unchanged. */
export function flattenHtml(html: string, maxDepth: number): string {
  for (const { kind } of nestedTokens(html, maxDepth)) if (kind === "too deep") return rewriteHtml(html, maxDepth);
  return html;
}

/**
 * The same HTML with a bounded depth, written so that every parser reads these tokens and no others: a parser that ends a quote, a
 * comment or an SVG elsewhere could find elements that were not counted.
 */
export function rewriteHtml(html: string, maxDepth: number, isKept: (name: string) => boolean = () => true): string {
  const pieces: string[] = [];
  for (const token of nestedTokens(html, maxDepth)) {
    if (token.kind === "text") pieces.push(token.text.replaceAll("<", "&lt;"));
    else if (token.kind === "too deep" || !isKept(token.name)) pieces.push(gapTag(token.name));
    else if (token.kind === "open") pieces.push(`<${token.name}${rewriteAttributes(token.attributes)}>`);
    else pieces.push(`</${token.name}>`);
  }
  return pieces.join("");
}

const gapTag = (name: string) => (gapOf(name) === "\n" ? "<br>" : gapOf(name));

const attributePattern = /([^\s"'<>/=]{1,100})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** Many times what an element of a mail has. */
const maxAttributes = 100;

function rewriteAttributes(attributes: string): string {
  if (!attributes.trim()) return "";
  let [text, count] = ["", 0];
  for (const [, name, double, single, bare] of attributes.matchAll(attributePattern)) {
    if (++count > maxAttributes) break;
    const value = double ?? single ?? bare ?? "";
    text += ` ${name}="${value.replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
  }
  return text;
}
