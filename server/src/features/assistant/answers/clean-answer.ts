// A model's answer is reduced to plain text: no markup, no images, and only links that are in the mail or the user's request.
import { visibleCharacters, visibleTextOf } from "@intellibox/contract/html/visible";

const link = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|(?<![\w.])www\.)[^\s<>"')\]}]+/giu;

/** The links of the mail and the user's request, which an answer may repeat, and the other ones that it contained. */
export type KnownLinks = { has(link: string): boolean; removed: Set<string> };

/** The text is searched once, at first use. */
export function linksIn(text: string): KnownLinks {
  let found: ReadonlySet<string> | undefined;
  return {
    has(given) {
      found ??= new Set([...text.matchAll(link)].map(([found]) => normalized(found)));
      return found.has(normalized(given));
    },
    removed: new Set(),
  };
}

/** Invisible characters are removed first: they would split a link for the filter, and the mail program joins it again. */
export function cleanAnswer(written: string, known: KnownLinks): string {
  const isKnown = (found: string) => {
    const isFound = known.has(found);
    if (!isFound && known.removed.size < 10) known.removed.add(found.slice(0, 200));
    return isFound;
  };
  const flat = withWideLinksFolded(visibleCharacters(withoutMarkup(written)))
    .replaceAll(/!\[[^\]]{0,300}\]\([^)]{0,2000}\)/g, "")
    .replaceAll(/\[([^\]]{1,300})\]\(\s*([^)\s]{1,2000})[^)]{0,300}\)/g, (_, label: string, target: string) =>
      isKnown(target) && !label.includes(target) ? `${label} (${target})` : label,
    )
    .replaceAll(/\b(?:javascript|data|vbscript|file):[^\s<>"']+/giu, "")
    .replaceAll(link, (found) => (isKnown(found) ? found : "[link removed]"));
  return flat
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?<=\S) {2,}(?=\S)/g, " ")
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** One list item or field, without the list and bold marks that models add. */
export const cleanLine = (written: string, known: KnownLinks, max = 500) =>
  cleanAnswer(written, known)
    .replaceAll(/\s+/g, " ")
    .replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, "")
    .replaceAll("**", "")
    .slice(0, max)
    .trim();

const normalized = (found: string) =>
  found
    .toLowerCase()
    .replace(/[.,;:!?]+$/, "")
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");

/** Text without a tag is left alone: "a < b" is arithmetic. */
const withoutMarkup = (text: string) => (/<\/?[a-z!][^>]{0,500}>/i.test(text) ? visibleTextOf(text).visible : text);

/** Full-width letters and dots look like a link, and some programs read them as one ("ｗｗｗ．evil．test"). */
const withWideLinksFolded = (text: string) =>
  text.replaceAll(/[^\s]*[\uff01-\uff5e\u3002\uff61][^\s]*/gu, (word) => {
    const folded = word.normalize("NFKC").replaceAll("。", ".");
    return folded.search(link) >= 0 ? folded : word;
  });
