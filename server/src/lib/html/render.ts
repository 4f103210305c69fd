/**
 * HTML as plain text with paragraphs, lists, quotes and table rows, for people. Linear time for any input; elements that are nested
 * too deeply are read as text. ADR 009 says how it differs from `wordsOfHtml` and `visibleTextOf`.
 */
import { decodeEntities } from "@intellibox/contract/html/entities";
import { attribute, isUnseen, type Look, lookOf, pageLook } from "@intellibox/contract/html/visible";
import { withoutDataPictures } from "@intellibox/contract/rules/data-pictures";
import { isEmptyElement, nestedTokens } from "./flatten.ts";

export type RenderOptions = {
  /** Writes the URL after each link. */
  links: boolean;
  /** Leaves out the text that a reader cannot see, which may be an order to the assistant. */
  visibleOnly?: boolean;
};

const maxDepth = 90;
/** Limits of indentation, which would otherwise be most of the text. */
const maxQuotes = 10;
const maxLists = 8;
/** The limit of a message's text; short lines in nested lists could grow beyond it. */
const maxLength = 1_000_000;

/** The minimum number of line ends around an element. */
const breaks: Record<string, number> = Object.fromEntries([
  ..."p h1 h2 h3 h4 h5 h6 blockquote ul ol dl table pre hr".split(" ").map((name) => [name, 2]),
  ..."div li tr section article aside header footer main nav center form fieldset figure address dt dd caption title"
    .split(" ")
    .map((name) => [name, 1]),
]);

type Open = { name: string; href: string; firstPiece: number; lineNumber: number; count: number; look: Look };

const isList = (name: string) => name === "ul" || name === "ol";
const isCell = (name: string) => name === "td" || name === "th";

export function renderText(html: string, { links, visibleOnly = false }: RenderOptions = { links: true }): string {
  const page = new Page();
  const open: Open[] = [];
  const look = () => open.at(-1)?.look ?? pageLook;
  const gap = (name: string) => {
    if (isCell(name)) page.space();
    // Nested lists form one block.
    page.breakLines(isList(name) && page.lists > 0 ? 1 : (breaks[name] ?? 0));
  };

  const begin = (name: string, attributes: string) => {
    if (name === "br") return page.endLine();
    if (name === "hr") return page.rule();
    gap(name);
    if (isEmptyElement(name)) return;
    const href = links && name === "a" ? linkOf(attributes) : "";
    const own = visibleOnly ? lookOf(name, attributes, look()) : pageLook;
    open.push({ name, href, firstPiece: page.pieces.length, lineNumber: page.lineNumber, count: 0, look: own });
    page.enter(name, 1);
    if (name === "li") page.bullet = bulletOf(open);
  };

  const end = () => {
    const one = open.pop();
    if (!one) return;
    if (one.href) page.link(one);
    page.breakLines(breaks[one.name] ? 1 : 0);
    page.enter(one.name, -1);
    gap(one.name);
  };

  for (const token of nestedTokens(withoutDataPictures(html), maxDepth)) {
    if (token.kind === "text") {
      if (!visibleOnly || !isUnseen(look())) page.write(token.text);
    } else if (token.kind === "open") begin(token.name, token.attributes);
    else if (token.kind === "close") end();
    else gap(token.name);
  }
  return page.toString();
}

const linkOf = (attributes: string) => {
  const href = decodeEntities(attribute(attributes, "href") ?? "").trim();
  return href.startsWith("#") ? "" : href.slice(0, 2_000);
};

/** The bullet or next number of the innermost list. */
function bulletOf(open: Open[]): string {
  const list = open.findLast(({ name }) => name === "ul" || name === "ol");
  if (list) list.count++;
  return list?.name === "ol" ? ` ${list.count}. ` : " * ";
}

class Page {
  /** The current line. */
  pieces: string[] = [];
  lineNumber = 0;
  lists = 0;
  bullet = "";
  #quotes = 0;
  #lastQuotes = 0;
  #preformatted = 0;
  readonly #lines: string[] = [];
  #length = 0;
  #breaks = 0;
  #isSpaced = true;
  #hasWords = false;

  /** Counts an element that starts or ends. */
  enter(name: string, more: 1 | -1) {
    if (name === "blockquote") this.#quotes += more;
    else if (name === "pre") this.#preformatted += more;
    else if (isList(name)) this.lists += more;
  }

  write(text: string) {
    if (this.#preformatted > 0) {
      const [first = "", ...rest] = decodeEntities(text).split(/\r\n?|\n/);
      this.#put(first);
      for (const line of rest) {
        this.endLine();
        this.#put(line);
      }
      return;
    }
    const words = text.replaceAll(/[ \t\r\n\f]+/g, " ");
    this.#put(decodeEntities(this.#isSpaced && words.startsWith(" ") ? words.slice(1) : words));
  }

  space() {
    if (!this.#isSpaced) this.#put(" ");
  }

  rule() {
    this.breakLines(2);
    this.#put("-".repeat(40));
    this.breakLines(2);
  }

  link({ href, firstPiece, lineNumber }: Open) {
    const text = lineNumber === this.lineNumber ? this.pieces.slice(firstPiece).join("").trim() : "";
    if (text === href || `mailto:${text}` === href) return;
    this.#put(text === "" || this.#isSpaced ? `[${href}]` : ` [${href}]`);
  }

  endLine() {
    if (this.#hasWords) this.breakLines(1);
    else this.#breaks = Math.min(3, this.#breaks + 1);
  }

  breakLines(count: number) {
    if (count === 0) return;
    this.#flush();
    this.#breaks = Math.max(this.#breaks, count);
  }

  toString() {
    this.#flush();
    const text = this.#lines.join("\n").trim();
    return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  }

  #put(text: string) {
    if (text === "") return;
    this.pieces.push(text);
    this.#isSpaced = /\s/.test(text.slice(-1));
    this.#hasWords ||= /\S/.test(text);
  }

  #flush() {
    const text = this.pieces.join("");
    const line = this.#preformatted > 0 ? text.trimEnd() : text.trim();
    this.pieces = [];
    this.#isSpaced = true;
    this.#hasWords = false;
    if (line === "" || this.#length > maxLength) return;
    const quotes = Math.min(maxQuotes, this.#quotes);
    const quote = "> ".repeat(quotes);
    // An empty line is quoted only if the text before it is quoted too.
    const between = "> ".repeat(Math.min(quotes, this.#lastQuotes)).trimEnd();
    for (let blank = this.#breaks; blank > 1 && this.#lines.length > 0; blank--) this.#lines.push(between);
    this.#lastQuotes = quotes;
    const lists = Math.min(maxLists, this.lists);
    const mark = this.bullet || (lists > 0 ? "   " : "");
    this.#lines.push(`${quote}${"   ".repeat(Math.max(0, lists - 1))}${mark}${line}`);
    this.#length += line.length + 3 * lists + quote.length;
    this.bullet = "";
    this.#breaks = 0;
    this.lineNumber++;
  }
}
