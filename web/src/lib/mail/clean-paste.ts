/**
 * Cleans HTML that was copied from Word, Outlook or Gmail. The editor's schema drops unknown tags, styles and scripts; this removes
 * hidden text and Word's empty lines, and rebuilds Word's lists.
 */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(withoutConditionals(html), "text/html");
  for (const element of page.querySelectorAll(noise)) element.remove();
  for (const element of page.querySelectorAll("[style]")) if (isHidden(element)) element.remove();
  for (const element of page.querySelectorAll("*")) if (element.tagName.includes(":")) element.replaceWith(...element.childNodes); // biome-ignore format: one thought
  rebuildWordLists(page);
  if (isWord(html)) dropEmptyLines(page);
  return page.body.innerHTML;
}

const noise = "style, script, meta, link, title, xml, template, noscript, img[width='1'], img[height='1']";
const isWord = (html: string) => /class="?Mso|urn:schemas-microsoft-com|mso-/i.test(html);

/** Removes `<!--[if …]>…<![endif]-->`, which only Word reads, but keeps the content of `<![if …]>`, such as the bullets of lists. */
const withoutConditionals = (html: string) => html.replaceAll(/<!--[\s\S]*?-->/g, "").replaceAll(/<!\[[^\]>]*\]>/g, "");

/** Reads the attribute as text, because browsers drop properties that only Word knows. */
const isHidden = (element: Element) =>
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i.test(
    element.getAttribute("style") ?? "",
  );

/** Word writes list items as paragraphs with an `mso-list` style. */
function rebuildWordLists(page: Document) {
  for (const line of page.querySelectorAll<HTMLElement>("p[style*='mso-list']")) {
    if (!/mso-list\s*:\s*l\d/i.test(line.getAttribute("style") ?? "")) continue;
    const marker = listMarker.exec(line.textContent ?? "");
    if (marker) cutStart(line, marker[0].length);
    const tag = /[\d.)]/.test(marker?.[1] ?? "") ? "OL" : "UL";
    const before = line.previousElementSibling;
    const list = before?.tagName === tag && before.hasAttribute("data-word") ? before : page.createElement(tag);
    list.setAttribute("data-word", "");
    const item = page.createElement("li");
    item.append(...line.childNodes);
    list.append(item);
    line.replaceWith(list);
  }
}
const listMarker = /^[\s\u00a0]*([·•o§▪‣-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])[\s\u00a0]+/i;

function cutStart(element: HTMLElement, length: number) {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = length;
  for (let node = walker.nextNode(); node && left > 0; node = walker.nextNode()) {
    const text = node.textContent ?? "";
    node.textContent = text.slice(left);
    left -= Math.min(left, text.length);
  }
}

/** Word separates paragraphs with empty ones; ours have a margin. */
function dropEmptyLines(page: Document) {
  for (const line of page.querySelectorAll("p")) {
    if (!line.textContent?.trim() && !line.querySelector("img")) line.remove();
  }
}
