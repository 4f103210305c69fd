import { maxFound, maxSentence, sentenceGap, suspectSentences } from "./suspect-sentences.ts";

/** Stands in the place of a sentence, so that its neighbours are not read as one. */
const gapMark = "[…]";
const mostFound = 3_000;
/** A shorter order that is spread over lines cannot be told from other words. */
const fewestLetters = 12;

/**
 * The text without the sentences that give orders to a machine. A sentence that stands in the text as it was found is cut out by itself,
 * one that is spread over lines by its letters, and one that is disguised with its whole line.
 */
export function withoutSuspects(text: string): string {
  const found = suspectSentences(text, mostFound);
  if (found.length === 0) return text;
  const plain = withoutSentences(text, new Set(found.map(lettersOf)));
  if (suspectSentences(plain, 1).length === 0) return plain;
  const whole = withoutLetters(plain, suspectSentences(plain, maxFound).map(lettersOf));
  if (suspectSentences(whole, 1).length === 0) return whole;
  return whole
    .split("\n")
    .map((line) => (suspectSentences(line, 1).length > 0 ? gapMark : line))
    .join("\n");
}

const withoutSentences = (text: string, found: ReadonlySet<string>) =>
  text
    .split(new RegExp(`(${sentenceGap.source})`, "u"))
    // Gaps stand at the odd places.
    .map((piece, at) => (at % 2 === 0 && found.has(lettersOf(piece)) ? gapMark : piece))
    .join("");

function withoutLetters(text: string, found: readonly string[]) {
  let letters = "";
  const places: number[] = [];
  let at = 0;
  for (const sign of text) {
    for (const letter of lettersOf(sign)) {
      letters += letter;
      for (let unit = 0; unit < letter.length; unit++) places.push(at);
    }
    at += sign.length;
  }
  const isCut = new Set<number>();
  for (const order of found) {
    if (order.length < fewestLetters) continue;
    for (let start = letters.indexOf(order); start >= 0; start = letters.indexOf(order, start + order.length)) {
      const end = places[start + order.length - 1] ?? 0;
      for (let place = places[start] ?? 0; place <= end; place++) isCut.add(place);
    }
  }
  let rest = "";
  for (let place = 0; place < text.length; place++) {
    if (!isCut.has(place)) rest += text[place];
    else if (!isCut.has(place - 1)) rest += gapMark;
  }
  return rest;
}

/** The sentence by its letters and digits, as far as it was searched. */
const lettersOf = (sentence: string) =>
  sentence
    .normalize("NFKC")
    .trim()
    .slice(0, maxSentence)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
