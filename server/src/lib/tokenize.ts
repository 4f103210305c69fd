// The tokenizer of the search. Mail and queries use the same code, so that their words match.
import { stem } from "porter2";

/** Longer "words" are data; their first characters are enough. */
const maxWord = 64;

// Stop words: PostgreSQL's list for English.
const common = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself
  they them their theirs themselves what which who whom this that these those am is are was were be been being have has had having
  do does did doing a an the and but if or because as until while of at by for with about against between into through during before
  after above below to from up down in out on off over under again further then once here there when where why how all any both each
  few more most other some such no nor not only own same so than too very s t can will just don should now`.split(
    /\s+/,
  ),
);

const letters = /[\p{L}\p{N}\p{M}]+/uy;
const asciiLetters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Scripts without spaces between words, which are indexed as pairs of characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Gets each word with its range in the text. Returning true stops the tokenizer. */
type Take = (word: string, start: number, end: number) => unknown;

/**
 * The words of a text in order, in lower case and without accents, including stop words. `skips` leaves out ASCII words by the code
 * of their first letter, which saves making them.
 */
export function eachWord(text: string, take: Take, skips?: (firstLetter: number) => boolean): void {
  const lower = text.toLowerCase();
  // Some letters become two. Then the offsets in both differ.
  const lowerAt = (from: number, to: number) =>
    lower.length === text.length ? lower.slice(from, to) : text.slice(from, to).toLowerCase();
  for (let at = 0; at < text.length; ) {
    const end = asciiEnd(text, at);
    const code = text.charCodeAt(at);
    if (end > at) {
      const isSkipped = skips?.(code) ?? false;
      if (!isSkipped && take(lowerAt(at, Math.min(end, at + maxWord)), at, end) === true) return;
      at = end;
      continue;
    }
    if (code < 128 && !asciiLetters[code]) {
      at++;
      continue;
    }
    letters.lastIndex = at;
    const run = letters.exec(text)?.[0];
    if (run === undefined) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    else {
      if (takeRun(run, at, take)) return;
      at += run.length;
    }
  }
}

/** The end of an ASCII word that starts at `from`; `from` if there is none or it contains other letters. */
function asciiEnd(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  while (code < 128 && asciiLetters[code]) code = text.charCodeAt(++at);
  return code < 128 || at === text.length ? at : from;
}

function takeRun(run: string, from: number, take: Take): boolean {
  let at = 0;
  for (const { 0: piece, index } of run.matchAll(unspaced)) {
    if (index > at && takeFolded(run.slice(at, index), from + at, take)) return true;
    if (takePairs(piece, from + index, take)) return true;
    at = index + piece.length;
  }
  return at < run.length && takeFolded(run.slice(at), from + at, take);
}

function takeFolded(run: string, from: number, take: Take) {
  const word = fold(run).slice(0, maxWord).toWellFormed();
  return word !== "" && take(word, from, from + run.length) === true;
}

/** Each character with the next one; the last character alone, as the prefix of a pair. */
function takePairs(piece: string, from: number, take: Take) {
  const characters = [...piece];
  let at = from;
  for (const [index, character] of characters.entries()) {
    const pair = character + (characters[index + 1] ?? "");
    if (take(pair.normalize("NFKC"), at, at + pair.length) === true) return true;
    at += character.length;
  }
  return false;
}

/** café and CAFÉ become cafe; compatibility characters become plain letters. Vowel signs of Indic scripts stay. */
export const foldLetters = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll("ß", "ss")
    .normalize("NFC");

/** Folds a single word: without spaces and marks. */
export const fold = (text: string) => foldLetters(text).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, "");

/** Whether a word is a single character of a script without spaces, which is searched as a prefix. */
export const isHalf = (word: string) => [...word].length === 1 && word.search(unspaced) === 0;

/** The prefix of an owner's words in the shared index; sql/mail.sql computes the same. Two owners may have the same tag: it is no access check. */
export const tagOf = (userId: string) => userId.slice(-6);

const stems = new Map<string, string>();
const maxStems = 50_000;

/** The stem that all forms of a word share; undefined for a stop word. Cached: indexing asks for every word of every mail. */
export function stemOf(word: string): string | undefined {
  let found = stems.get(word);
  if (found === undefined) {
    found = common.has(word) ? "" : /^[a-z]{3,}$/.test(word) ? stem(word) : withoutParticles(word);
    if (stems.size >= maxStems) stems.clear();
    stems.set(word, found);
  }
  return found || undefined;
}

const particles =
  /(?:에서|에게서|에게|한테서|한테|께서|으로서|으로써|으로|로서|로써|이라고|라고|이라는|라는|까지|부터|마다|마저|조차|처럼|같이|보다|밖에|대로|만큼|이나|이랑|하고|입니다|이다|은|는|이|가|을|를|의|에|께|와|과|도|로|만|나|랑)$/;

/** A Korean word without the particles at its end, as long as two syllables stay: 회의에서는 and 회의를 become 회의. */
function withoutParticles(word: string): string {
  if (!/^[가-힣]{3,}$/.test(word)) return word;
  const rest = word.replace(particles, "");
  return rest.length < word.length && rest.length >= 2 ? withoutParticles(rest) : word;
}

/** The key for comparing words of a text: the stem, or the word itself for a stop word. */
export const keyOf = (word: string): string => stemOf(word) ?? word;

/** Whether a word of a text matches a searched key. */
export const isWord = (asked: string, word: string): boolean =>
  keyOf(word) === asked || (isHalf(asked) && word.startsWith(asked));
