// Finds which of many words a long text contains, in one pass. A word may have spaces: it is found by its longest part without one.
// If every such part has four letters or more, an occurrence covers three of them at an even place of the text. So only these places
// are looked up in a table of three letters, and only the parts that are filed there are compared.
import { codesOf, isSpace, textOf } from "./fold-text.ts";

export type WordFinder = {
  /** One entry for each word: 1 if the text contains it. Every run of spaces in the text counts as one. */
  find(codes: Uint16Array): Uint8Array;
};

type Word = { index: number; codes: Uint16Array /** Where its part begins. */; start: number };
type Part = { codes: Uint16Array; words: Word[] };

const gram = 3;
/** With more, words that begin alike would be filed under the same letters. */
const maxStride = 2;
/** Offsets that are looked at for the rarest letters. */
const maxOffsets = 32;

/** The words are folded and not empty. */
export function wordFinder(words: readonly string[]): WordFinder {
  const { parts, short } = partsOf(words);
  const stride = Math.min(maxStride, ...parts.map(({ codes }) => codes.length - gram + 1));
  const { places, partAt, offsetAt, next, mask } = fileParts(parts, stride);
  const compare = (codes: Uint16Array, from: number, found: Uint8Array, firstEntry: number) => {
    for (let entry = firstEntry; entry >= 0; entry = next[entry] as number) {
      const part = parts[partAt[entry] as number] as Part;
      const start = from - (offsetAt[entry] as number);
      if (isAt(codes, start, part.codes))
        for (const word of part.words)
          if (found[word.index] === 0 && isAround(codes, start, word)) found[word.index] = 1;
    }
  };
  return {
    find(codes) {
      const found = new Uint8Array(words.length);
      if (short.length > 0) {
        const text = textOf(codes).replaceAll(/\s+/g, " ");
        for (const index of short) if (text.includes(words[index] as string)) found[index] = 1;
      }
      if (parts.length === 0) return found;
      const last = codes.length - gram;
      for (let at = 0; at <= last; at += stride) {
        const entry = places[placeOf(codes, at, mask)] as number;
        if (entry >= 0) compare(codes, at, found, entry);
      }
      return found;
    },
  };
}

/** The distinct parts with their words, and the words whose parts are all too short for the table. */
function partsOf(words: readonly string[]): { parts: Part[]; short: number[] } {
  const parts = new Map<string, Part>();
  const short: number[] = [];
  for (const [index, word] of words.entries()) {
    const { text, start } = longestPart(word);
    if (text.length < gram) {
      short.push(index);
      continue;
    }
    const part = parts.get(text) ?? { codes: codesOf(text), words: [] };
    part.words.push({ index, codes: codesOf(word), start });
    parts.set(text, part);
  }
  return { parts: [...parts.values()], short };
}

function longestPart(word: string): { text: string; start: number } {
  let longest = { text: "", start: 0 };
  let start = 0;
  for (const text of word.split(" ")) {
    if (text.length > longest.text.length) longest = { text, start };
    start += text.length + 1;
  }
  return longest;
}

const placeOf = (codes: Uint16Array, at: number, mask: number) =>
  (((codes[at] as number) << 10) ^ ((codes[at + 1] as number) << 5) ^ (codes[at + 2] as number)) & mask;

/** Files each part under as many offsets as the stride is long, so that one of them is looked up wherever the part stands. */
function fileParts(parts: Part[], stride: number) {
  const count = parts.length * stride;
  const mask = (1 << Math.max(12, Math.ceil(Math.log2(count * 4 + 1)))) - 1;
  const places = new Int32Array(mask + 1).fill(-1);
  const filed = new Uint16Array(mask + 1);
  const [partAt, offsetAt, next] = [new Int32Array(count), new Uint16Array(count), new Int32Array(count)];
  let entry = 0;
  for (const [index, { codes }] of parts.entries()) {
    const first = rarestOffset(codes, { stride, filed, mask });
    for (let offset = first; offset < first + stride; offset++) {
      const place = placeOf(codes, offset, mask);
      filed[place] = (filed[place] as number) + 1;
      partAt[entry] = index;
      offsetAt[entry] = offset;
      next[entry] = places[place] as number;
      places[place] = entry++;
    }
  }
  return { places, partAt, offsetAt, next, mask };
}

/** The offset of the part whose places hold the fewest other parts. */
function rarestOffset(
  codes: Uint16Array,
  { stride, filed, mask }: { stride: number; filed: Uint16Array; mask: number },
): number {
  let rarest = { at: 0, sum: Number.POSITIVE_INFINITY };
  const last = Math.min(codes.length - gram - stride + 1, maxOffsets);
  for (let at = 0; at <= last && rarest.sum > 0; at++) {
    let sum = 0;
    for (let offset = at; offset < at + stride; offset++) sum += filed[placeOf(codes, offset, mask)] as number;
    if (sum < rarest.sum) rarest = { at, sum };
  }
  return rarest.at;
}

function isAt(codes: Uint16Array, start: number, part: Uint16Array): boolean {
  for (let index = 0; index < part.length; index++) if (codes[start + index] !== part[index]) return false;
  return true;
}

/** Whether the word is in the text with its longest part at `from`. */
function isAround(codes: Uint16Array, from: number, { codes: word, start }: Word): boolean {
  const isNext = (index: number, step: 1 | -1) => {
    const code = word[index];
    at += step;
    if (code !== 32) return codes[at] === code;
    if (!isSpace(codes[at])) return false;
    while (isSpace(codes[at + step])) at += step;
    return true;
  };
  let at = from;
  for (let index = start + 1; index < word.length; index++) if (!isNext(index, 1)) return false;
  at = from;
  for (let index = start - 1; index >= 0; index--) if (!isNext(index, -1)) return false;
  return true;
}
