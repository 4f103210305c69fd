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
  const pieces: string[] = [];
  let isTooDeep = false;
  for (const token of nestedTokens(html, maxDepth)) {
    if (token.kind === "text") pieces.push(token.text);
    else if (token.kind === "open") pieces.push(`<${token.name}${token.attributes}>`);
    else if (token.kind === "close") pieces.push(`</${token.name}>`);
    else {
      isTooDeep = true;
      pieces.push(gapOf(token.name) === "\n" ? "<br>" : gapOf(token.name));
    }
  }
  return isTooDeep ? pieces.join("") : html;
}
