/**
 * The text of a mail's HTML. DOMParser loads and runs nothing. The server's `renderText` is not used here, because the browser has a
 * parser and the code would add to every page.
 */
export const htmlToText = (html: string) => linesOf(html, markerOf);

/** Bullets and numbers of lists do not count as words. */
export const wordCount = (html: string) => wordsOf(html).match(/\S+/g)?.length ?? 0;

export const isBlank = (html: string) => wordsOf(html).trim() === "";

const unseen = /<(?:style|script|template|head|title)\b|<!--/i;
const inline = /<\/?(?:strong|em|b|i|u|s|a|span|code|sub|sup)(?=[\s>])(?:[^>"']|"[^"]*"|'[^']*')*>/gi;
const anyTag = /<(?:[^>"']|"[^"]*"|'[^']*')*>/g;

/** Called at every keystroke, so the editor's own markup is counted without a parser. */
function wordsOf(html: string): string {
  if (unseen.test(html)) return linesOf(html, () => "");
  return html.replaceAll(inline, "").replaceAll(anyTag, " ").replaceAll("&nbsp;", " ");
}

function linesOf(html: string, marker: (item: Element) => string): string {
  const lines = [""];
  let isAtStart = true;
  const write = (text: string) => {
    lines.push((lines.pop() ?? "") + (isAtStart ? text.trimStart() : text));
    isAtStart = isAtStart && text.trim() === "";
  };
  const breakLine = () => {
    if (!isAtStart) lines.push("");
    isAtStart = true;
  };
  const visit = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) return write((node.textContent ?? "").replaceAll(/[^\S\u00a0]+/g, " "));
    if (!(node instanceof Element) || silent.has(node.tagName)) return;
    const tag = node.tagName;
    if (tag === "BR") {
      isAtStart = true;
      return void lines.push("");
    }
    const isBlock = blocks.has(tag);
    if (isBlock) breakLine();
    if (tag === "LI") lines.push((lines.pop() ?? "") + marker(node));
    for (const child of node.childNodes) visit(child);
    if (!isBlock) return;
    breakLine();
    if (spaced.has(tag) && node.parentElement?.tagName !== "LI") lines.push("");
  };
  for (const child of new DOMParser().parseFromString(html, "text/html").body.childNodes) visit(child);
  return lines
    .map((line) => line.replaceAll("\u00a0", " ").trimEnd())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const silent = new Set(["STYLE", "SCRIPT", "HEAD", "TITLE", "TEMPLATE"]);
const spaced = new Set(["P", "UL", "OL", "BLOCKQUOTE", "H1", "H2", "H3", "H4", "H5", "H6", "PRE", "TABLE"]);
const blocks = new Set([...spaced, "DIV", "LI", "TR", "HR", "SECTION", "ARTICLE", "HEADER", "FOOTER"]);

function markerOf(item: Element) {
  const list = item.parentElement;
  if (list?.tagName !== "OL") return "- ";
  return `${[...list.children].indexOf(item) + Number(list.getAttribute("start") ?? 1)}. `;
}
