/**
 * Prepares the HTML of a mail for its frame. The server has sanitized it already. This second pass uses the browser's own
 * parser, so that a mistake in one sanitizer alone runs no code.
 */

import { wroteWords } from "@intellibox/contract/rules/thread-words";
import { t } from "@intellibox/contract/text/t";
import DOMPurify from "dompurify";
import { cleanMailSheet, isHarmlessStyle, isShownPicture, setsColour } from "./mail-style.ts";

const tags =
  `a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details
  dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp
  section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/);
const attributes =
  `align alt bgcolor border cellpadding cellspacing class color colspan datetime dir face height href lang nowrap rel rowspan scope
  size span src start style target title type valign value width`.split(/\s+/);

export type PreparedMail = {
  html: string;
  /** The rules of the mail's style sheet. */
  sheet: string;
  /** The mail sets colours, so it may be unreadable on any background but white. */
  isColoured: boolean;
};

export function prepareMailHtml(html: string, { remoteImages }: { remoteImages: boolean }): PreparedMail {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  // The server's sanitizer writes one sheet, at the beginning.
  const first = parsed.head.firstElementChild;
  const sheet = first?.tagName === "STYLE" ? cleanMailSheet(first.textContent ?? "", remoteImages) : "";
  foldQuoted(parsed);
  const clean = makePurifier(remoteImages).sanitize(parsed.body.innerHTML, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  return { html: clean, sheet, isColoured: isColoured(clean) || setsColour(sheet) };
}

/** Makes one purifier per mail, because hooks apply to the whole instance. */
function makePurifier(remoteImages: boolean) {
  const purifier = DOMPurify(window);
  purifier.addHook("afterSanitizeAttributes", (node) => {
    if (node.tagName === "A") guardLink(node);
    if (node.tagName === "IMG") guardPicture(node, remoteImages);
    const style = node.getAttribute("style");
    if (style && !isHarmlessStyle(style, remoteImages)) node.removeAttribute("style");
  });
  return purifier;
}

function guardLink(link: Element) {
  const url = URL.parse(link.getAttribute("href") ?? "");
  if (!url || !["http:", "https:", "mailto:", "tel:"].includes(url.protocol)) link.removeAttribute("href");
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
}

function guardPicture(picture: Element, remoteImages: boolean) {
  const source = picture.getAttribute("src");
  if (source !== null && !isShownPicture(source, remoteImages)) picture.removeAttribute("src");
}

function isColoured(html: string) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  if (parsed.querySelector("[bgcolor], font[color]")) return true;
  return [...parsed.querySelectorAll("[style]")].some((node) => setsColour(node.getAttribute("style") ?? ""));
}

/** Folds the quoted original at the end of a mail behind "Show quoted text". Quotes with answers between them stay open. */
function foldQuoted(parsed: Document) {
  const start = quotedStart(parsed);
  if (!start) return;
  const fold = parsed.createElement("details");
  const summary = parsed.createElement("summary");
  summary.textContent = t("Show quoted text");
  fold.append(summary);
  start.parentNode?.insertBefore(fold, start);
  for (let node: ChildNode | null = start; node; ) {
    const next: ChildNode | null = node.nextSibling;
    fold.append(node);
    node = next;
  }
}

/** The first node of the quoted part; null if there is none, or if nothing else would stay visible. */
function quotedStart({ body }: Document): ChildNode | null {
  const quote = [...body.querySelectorAll("blockquote")].find((found) => !found.parentElement?.closest("blockquote"));
  const start = quote ? withAttribution(quote) : outlookStart(body);
  if (!start || !textBeside(start, "previousSibling", body)) return null;
  return quote && textBeside(quote, "nextSibling", body) ? null : start;
}

/** Includes the attribution line ("On Friday Ann wrote:") before the quote. */
function withAttribution(quote: ChildNode): ChildNode {
  let before = quote.previousSibling;
  while (before && !before.textContent?.trim()) before = before.previousSibling;
  const words = before?.textContent?.trim() ?? "";
  return before && words.length < 320 && /[:：]$/.test(words) && wroteWords.test(words) ? before : quote;
}

const outlookHead =
  /^\s*(?:From|Von|De|Da|Van|Från|Fra)\s?:[\s\S]{1,400}?(?:Sent|Date|Gesendet|Envoyé|Enviado|Inviato|Verzonden|Skickat|Sendt)\s?:/;

function outlookStart(body: HTMLElement): ChildNode | null {
  const head = [...body.querySelectorAll("div, p")].find(
    (node) =>
      outlookHead.test(node.textContent ?? "") &&
      ![...node.children].some((child) => child.matches("div, p") && outlookHead.test(child.textContent ?? "")),
  );
  if (!head) return null;
  // Wrappers that begin with the header belong to it.
  let start: Element = head;
  while (start.parentElement && start.parentElement !== body && start === start.parentElement.firstElementChild)
    start = start.parentElement;
  return start;
}

function textBeside(from: Node, side: "previousSibling" | "nextSibling", body: HTMLElement): boolean {
  for (let node: Node | null = from; node && node !== body; node = node.parentNode) {
    for (let beside = node[side]; beside; beside = beside[side]) {
      const isSeen = beside.textContent?.trim() || (beside instanceof Element && beside.querySelector("img"));
      if (isSeen) return true;
    }
  }
  return false;
}
