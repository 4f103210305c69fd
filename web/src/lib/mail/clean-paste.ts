/**
 * What Word, Outlook and Gmail put on the clipboard, brought to what was meant. The editor's schema drops tags,
 * styles and scripts by itself; here is what it cannot know: hidden text, Word's lists, and its empty lines.
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

/** `<!--[if …]>…<![endif]-->` is for Word alone; what `<![if …]>` wraps is shown, as the bullets of its lists are. */
const withoutConditionals = (html: string) => html.replaceAll(/<!--[\s\S]*?-->/g, "").replaceAll(/<!\[[^\]>]*\]>/g, "");

/** Read as text: browsers forget the properties that only Word knows. */
const isHidden = (element: Element) =>
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i.test(
    element.getAttribute("style") ?? "",
  );

/** Word writes a list as paragraphs that only say so in their style. */
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

/** Word spaces its paragraphs with empty ones; ours have their own space. */
function dropEmptyLines(page: Document) {
  for (const line of page.querySelectorAll("p")) {
    if (!line.textContent?.trim() && !line.querySelector("img")) line.remove();
  }
}
