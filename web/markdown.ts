import { type Node, type Tag, textOf } from "./src/lib/guide-nodes.ts";

/**
 * Reads the Markdown of the guide: headings, paragraphs, lists, tables, quotes, fenced code, pictures, links, emphasis and code.
 * It refuses HTML, so that a page of the guide cannot contain markup that the browser would run.
 */
const fence = /^```\w*$/;
const heading = /^(#{1,4}) (.+)$/;
const bullet = /^(\s*)(?:[-*]|(\d+)\.) +(.*)$/;
const tableLine = /^\|.*\|$/;

/** Reads a page. Two headings with the same words get different ids, as on GitHub. */
export function readMarkdown(text: string): Node[] {
  const ids = new Map<string, number>();
  return blocks(text.replaceAll("\r\n", "\n").split("\n"), (words) => {
    const id = slugOf(words);
    const count = ids.get(id) ?? 0;
    ids.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  });
}

/** The anchor that GitHub gives a heading. */
const slugOf = (words: string) =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

type IdOf = (words: string) => string;

function blocks(lines: string[], idOf: IdOf): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  const takeWhile = (test: (line: string) => boolean) => {
    const start = at;
    while (at < lines.length && test(lines[at] ?? "")) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const [, marks, words] = heading.exec(line) ?? [];
    if (line.trim() === "") at++;
    else if (fence.test(line)) {
      at++;
      nodes.push({ tag: "pre", children: [takeWhile((next) => next !== "```").join("\n")] });
      at++;
    } else if (marks && words) {
      at++;
      const children = inline(words);
      nodes.push({ tag: `h${marks.length}` as Tag, id: idOf(textOf(children)), children });
    } else if (tableLine.test(line)) nodes.push(table(takeWhile((next) => tableLine.test(next))));
    else if (line.startsWith(">")) {
      const quoted = takeWhile((next) => next.startsWith(">")).map((next) => next.replace(/^> ?/, ""));
      nodes.push({ tag: "blockquote", children: blocks(quoted, idOf) });
    } else if (bullet.test(line)) {
      // A list goes on over blank lines as long as the next line is indented or an item.
      const items = takeWhile((next) => bullet.test(next) || /^\s+\S/.test(next));
      nodes.push(list(items, idOf));
    } else nodes.push(paragraph(takeWhile((next) => next.trim() !== "" && !startsBlock(next))));
  }
  return nodes;
}

const startsBlock = (line: string) =>
  fence.test(line) || heading.test(line) || tableLine.test(line) || bullet.test(line) || line.startsWith(">");

const paragraph = (lines: string[]): Node => ({
  tag: "p",
  children: inline(lines.map((line) => line.trim()).join(" ")),
});

function list(lines: string[], idOf: IdOf): Node {
  const [, indent = "", number] = bullet.exec(lines[0] ?? "") ?? [];
  const items: string[][] = [];
  for (const line of lines) {
    const [, depth = "", , words = ""] = bullet.exec(line) ?? [];
    if (bullet.test(line) && depth.length <= indent.length) items.push([words]);
    else items.at(-1)?.push(line.replace(/^\s{1,4}/, ""));
  }
  const children = items.map((item): Node => ({ tag: "li", children: unwrapped(blocks(item, idOf)) }));
  return { tag: number ? "ol" : "ul", children };
}

/** The first paragraph of an item stands without a paragraph around it. */
function unwrapped([first, ...rest]: Node[]): Node[] {
  if (first === undefined) return [];
  return typeof first !== "string" && first.tag === "p" ? [...first.children, ...rest] : [first, ...rest];
}

function table([head = "", , ...rows]: string[]): Node {
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll("\\|", "|")));
  return { tag: "table", head: cells(head), rows: rows.map(cells) };
}

const inlineMark =
  /`([^`]+)`|!\[([^\]]*)\]\(([^)\s]+)\)|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|\*\*((?:`[^`]*`|[^*])+)\*\*|\*([^*\s][^*]*)\*|<(\/?[a-z!][^>]*)>/gi;

/** Reads code, pictures, links, strong text and emphasis within a line. */
export function inline(text: string): Node[] {
  const nodes: Node[] = [];
  let last = 0;
  for (const match of text.matchAll(inlineMark)) {
    const [all, code, alt, src, label, href, strong, em, html] = match;
    if (html !== undefined) throw new Error(`The guide has HTML, which is not read: <${html}>`);
    if (match.index > last) nodes.push(text.slice(last, match.index));
    if (code !== undefined) nodes.push({ tag: "code", children: [code] });
    else if (src !== undefined) nodes.push({ tag: "img", src, alt: alt ?? "" });
    else if (href !== undefined) nodes.push({ tag: "a", href, children: inline(label ?? "") });
    else if (strong !== undefined) nodes.push({ tag: "strong", children: inline(strong) });
    else nodes.push({ tag: "em", children: inline(em ?? "") });
    last = match.index + all.length;
  }
  if (last < text.length) nodes.push(text.slice(last));
  return nodes;
}
