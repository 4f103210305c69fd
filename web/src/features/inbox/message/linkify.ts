export type TextPiece = { text: string; href?: string };

// The repetitions are bounded, so that no text makes the pattern slow.
const address =
  /\bhttps?:\/\/[^\s<>"'`{}|\\^]{1,2000}|\bwww\.[^\s<>"'`{}|\\^]{3,500}|\b[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}\b/gi;

/** Splits a text into words and links. The result is plain text: the caller renders elements, never HTML. */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(address)) {
    const found = withoutEnd(match[0]);
    const href = hrefOf(found);
    if (!href) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) });
    pieces.push({ text: found, href });
    at = match.index + found.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

/** Removes punctuation at the end, which belongs to the sentence and not to the address. */
function withoutEnd(found: string) {
  let end = found.length;
  while (end > 0 && /[.,;:!?)\]*_]/.test(found.charAt(end - 1))) {
    // "(see https://en.wikipedia.org/wiki/Mail_(disambiguation))": a bracket that the address opened belongs to it.
    const kept = found.slice(0, end);
    if (kept.endsWith(")") && kept.split("(").length >= kept.split(")").length) break;
    end -= 1;
  }
  return found.slice(0, end);
}

function hrefOf(found: string) {
  if (/^https?:/i.test(found)) return URL.parse(found)?.href;
  if (/^www\./i.test(found)) return URL.parse(`https://${found}`)?.href;
  return found.includes("@") ? `mailto:${found}` : undefined;
}
