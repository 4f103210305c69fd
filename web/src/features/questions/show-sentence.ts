import { t } from "@intellibox/contract/text/t";
import { findSentence } from "./find-sentence.ts";

const longestWaitMs = 8_000;
const pauseMs = 120;
/** The name of the highlight, in the page and in the frames of mail. */
const mark = "cited-sentence";
const look = `::highlight(${mark}) { background-color: #ffe58a; color: #17181d; }`;

let latest = 0;

/** Scrolls to the sentence of the message that is being opened, and highlights it. False if it is not found, or another one is wanted. */
export async function showSentence(messageId: string, sentence: string): Promise<boolean> {
  const wanted = ++latest;
  clearMarks();
  const end = performance.now() + longestWaitMs;
  while (performance.now() < end && wanted === latest) {
    const range = isShown(messageId) ? rangeInPane(sentence) : null;
    if (range) {
      highlight(range);
      // The frame of a mail may still grow, which moves the sentence.
      setTimeout(() => wanted === latest && scrollTo(range), 400);
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return false;
}

const isShown = (messageId: string) => new URLSearchParams(location.search).get("message") === messageId;

const framesOf = (pane: ParentNode) =>
  [...pane.querySelectorAll("iframe")].flatMap(({ contentDocument }) =>
    contentDocument?.body ? [contentDocument] : [],
  );

function rangeInPane(sentence: string): Range | null {
  for (const pane of document.querySelectorAll(`#main section[aria-label="${CSS.escape(t("Message"))}"]`)) {
    for (const { body } of framesOf(pane)) {
      const range = findSentence(body, sentence);
      if (range) return range;
    }
    const range = findSentence(pane, sentence);
    if (range) return range;
  }
  return null;
}

function highlight(range: Range) {
  const page = range.startContainer.ownerDocument;
  const view = page?.defaultView as (Window & typeof globalThis) | null | undefined;
  for (
    let part = range.startContainer.parentElement?.closest("details");
    part;
    part = part.parentElement?.closest("details")
  )
    part.open = true;
  if (page && view && "highlights" in view.CSS) {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(look);
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
    view.CSS.highlights.set(mark, new view.Highlight(range));
  } else {
    const selection = view?.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }
  scrollTo(range);
}

const scrollTo = (range: Range) => range.startContainer.parentElement?.scrollIntoView({ block: "center" });

/** Ends the highlight of the sentence that was shown before. */
export function clearMarks() {
  const pages = [document, ...framesOf(document)];
  for (const page of pages) (page.defaultView as (Window & typeof globalThis) | null)?.CSS.highlights?.delete(mark);
}
