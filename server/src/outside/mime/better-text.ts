/** Chooses between the text part of a mail and the text of its HTML part. */
import { withSingleSpaces } from "#lib/single-spaces.ts";
import { eachWord } from "#lib/tokenize.ts";

type Alternatives = { plain: string; html: string };

/** Placeholders that programs write into the text part of an HTML mail. */
const placeholder =
  /\b(?:(?:does|do|can|could)(?: not|n['’]t) (?:support|display|read|view|show|render)|(?:not|un)able to (?:display|read|view)|(?:is|in) (?:an )?html(?: |-)?(?:format|e-?mail|message|version|only)|html[- ](?:capable|enabled|compatible)|(?:view|read|see|open) (?:this|the) (?:e-?mail|message|newsletter|mail)|(?:view|open|read)(?: it)? (?:online|in (?:your|a|the) (?:web )?browser)|unterstützt kein html|html-(?:fähig|ansicht|format|version)|ne (?:supporte|prend) pas|au format html|no (?:soporta|admite|permite)|formato html|non supporta)/i;
/** A notice and perhaps a link, not a letter that mentions one. */
const maxPlaceholder = 600;
/** Below this share of the HTML's words, the text part leaves most of the mail out. */
const poorShare = 1 / 3;
/** The least difference: a footer or a signature that only the HTML has is no loss. */
const minMissing = 40;
/** Counting stops here, because a longer text is not a placeholder. */
const maxCounted = 3_000;

/** The text part, unless it only says that the mail is HTML, or has far fewer words. */
export function betterText({ plain, html }: Alternatives): string {
  if (!plain) return html;
  if (!html) return plain;
  return isPlaceholder(plain, html) || isPoor(plain, html) ? html : plain;
}

const isPlaceholder = (plain: string, html: string) =>
  plain.length <= maxPlaceholder && html.length > plain.length && placeholder.test(plain);

function isPoor(plain: string, html: string): boolean {
  // Words of five characters: most mails need no counting.
  if (html.length < plain.length + minMissing * 5) return false;
  const [said, shown] = [countOf(plain), countOf(html)];
  return said < shown * poorShare && shown - said >= minMissing && said < maxCounted;
}

function countOf(text: string): number {
  let count = 0;
  eachWord(text, () => ++count >= maxCounted);
  return count;
}

/** The search needs no more of a body. */
const maxOther = 256 << 10;

/** The lines of the HTML's text that have a word which the chosen text has not. */
export function otherLines(text: string, html: string): string {
  if (!html || html === text) return "";
  const contains = passageFinder(text.slice(0, maxOther));
  let known: Set<string> | undefined;
  const isOther = (line: string) => {
    if (contains(line)) return false;
    known ??= wordsOf(text);
    return hasUnknown(line, known);
  };
  return html.slice(0, maxOther).split("\n").filter(isOther).join("\n");
}

/**
 * Whether a line stands in the text as it is, but for white space. Most lines of most mails do, which is found at a tenth of the cost
 * of comparing words. Lines come in the text's order, so each is looked for after the one before: the time stays linear.
 */
function passageFinder(text: string): (line: string) => boolean {
  const flat = withSingleSpaces(text);
  let from = 0;
  let misses = 0;
  return (line) => {
    if (line === "") return true;
    if (misses === maxMisses) return false;
    const at = flat.indexOf(line, from);
    const end = at + line.length;
    const isFound = at >= 0 && !continuesWord(flat, at) && !continuesWord(flat, end);
    if (isFound) from = end;
    else misses++;
    return isFound;
  };
}

/** Each miss may read the whole text. */
const maxMisses = 20;

/** Whether a word may go on across this place: two words are apart only if ASCII that is no letter or digit is between them. */
const continuesWord = (text: string, at: number) => !isGap(text.charCodeAt(at - 1)) && !isGap(text.charCodeAt(at));

/** Also the beginning and the end of the text, whose code is not a number. */
const isGap = (code: number) => Number.isNaN(code) || (code < 128 && !/[A-Za-z0-9]/.test(String.fromCharCode(code)));

function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  eachWord(text.slice(0, maxOther), (word) => void words.add(word));
  return words;
}

function hasUnknown(line: string, known: Set<string>): boolean {
  let isUnknown = false;
  eachWord(line, (word) => {
    isUnknown = !known.has(word);
    return isUnknown;
  });
  return isUnknown;
}
