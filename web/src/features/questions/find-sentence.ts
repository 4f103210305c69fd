/** A folded quote shows its text only when it is open; the range is found all the same. */
const skipped = ":is(style,script,summary)";

/** The place of a sentence in the text below a node. Spaces and line breaks do not count: mail is wrapped in other places. */
export function findSentence(root: Node, sentence: string): Range | null {
  const document = root.ownerDocument;
  const wanted = sentence.replaceAll(/\s+/g, "");
  if (!document || wanted === "") return null;
  let text = "";
  const places: { node: Text; offset: number }[] = [];
  const walker = document.createTreeWalker(root, 4 /* NodeFilter.SHOW_TEXT */);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest(skipped)) continue;
    for (let offset = 0; offset < node.data.length; offset++) {
      if (/[\s\u00ad\u200b\u2060\ufeff]/.test(node.data.charAt(offset))) continue;
      text += node.data.charAt(offset);
      places.push({ node, offset });
    }
  }
  const at = text.indexOf(wanted);
  const first = places[at];
  const end = places[at + wanted.length - 1];
  if (at < 0 || !first || !end) return null;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(end.node, end.offset + 1);
  return range;
}
