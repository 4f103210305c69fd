import { porterStem } from "../porter-stem.ts";

/** The text with one form for spaces, dashes, quotes and ordinal numbers, in lower case. */
export const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .replace(/[‐‑–—]/g, "-")
    .replace(/[’‘]/g, "'")
    .replace(/(\d)(?:st|nd|rd|th)\b(?: of\b)?/g, "$1");

/** The text as a pattern that matches exactly it. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Whether the text holds the fact. A number has to stand alone: "12" is not in "112" or "12.50". */
export function hasFact(text: string, fact: string): boolean {
  const where = plain(text);
  return fact.split("|").some((form) => {
    const wanted = plain(form);
    if (numberPattern(wanted).test(where)) return true;
    const word = smallNumbers[Number(wanted)];
    return word !== undefined && new RegExp(`\\b${word}\\b`).test(where);
  });
}

function numberPattern(wanted: string): RegExp {
  const start = /^\d/.test(wanted) ? "(?<!\\d)(?<!\\d[.,:])" : "";
  const end = /\d$/.test(wanted) ? "(?!\\d)(?![.,:](?!00?\\b)\\d)" : "";
  return new RegExp(start + literal(wanted) + end, "u");
}

const smallNumbers = [
  undefined,
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** Words and numbers that carry meaning. */
export const contentWords = (text: string): string[] =>
  // "l'attestation" is the word "attestation".
  (
    plain(text)
      .replace(/\b(?:l|d|j|m|n|s|t|c|qu)'(?=\p{L})/gu, " ")
      .match(/[\p{L}\p{M}\p{N}]+(?:[.,:/'-][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  ).filter((word) => !functionWords.has(word) && (word.length > 1 || /\p{N}/u.test(word)));

/** The share of the wanted words that the text holds in any form. */
export function covered(wanted: string, text: string): number {
  const words = [...new Set(contentWords(wanted))];
  if (words.length === 0) return 1;
  const there = [...new Set(contentWords(text))];
  return words.filter((word) => there.some((other) => sameWord(word, other))).length / words.length;
}

/** Equal, of one English stem, or with a long common beginning as inflected words have in the other languages. */
export function sameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (/\d/.test(one)) return other.replace(/[a-z%€£$]+$/, "") === one.replace(/[a-z%€£$]+$/, "");
  if (abbreviates(one, other) || abbreviates(other, one)) return true;
  if (/^[a-z]{4,}$/.test(one) && /^[a-z]{4,}$/.test(other) && porterStem(one) === porterStem(other)) return true;
  const longer = Math.max(one.length, other.length);
  let shared = 0;
  while (shared < longer && one[shared] === other[shared]) shared++;
  return shared >= 4 && shared / longer >= 0.6;
}

const abbreviates = (short: string, long: string) =>
  short.length === 3 && /^[a-z]+$/.test(short) && long.startsWith(short);

/** Sentences and lines of a text that hold more than function words. */
export const sentences = (body: string): string[] =>
  body
    .split(/\n+|(?<=[.!?।])\s+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => contentWords(sentence).length > 0);

// Function words of the languages of the sets. They say nothing about whether a clause was kept.
const functionWords = new Set(
  `a an the and or but if so to of in on at by for from with as is are was were be been it its this that these those i you he she we they
me him her us them my your his our their not no do does did has have had will would can could should may please also there what who which
when how than then percent about into until before after up out all any
der die das den dem des ein eine einen einem einer und oder aber wenn zu von in im am an auf mit für ist sind war wird werden es dass ich sie
wir ihr ihnen ihre ihren nicht bitte auch noch bei bis um
le la les un une des de du et ou mais si à au aux en dans pour par avec est sont été il elle nous vous je que qui ne pas son sa ses votre vos
el los las uno una y o pero de del al en con por para es son que se no su sus lo le les ya nos si
o os as um uma e ou mas se do da dos das no na nos nas em com por para é são que não seu sua ao à já você
है हैं था थी थे का की के को से में पर और या कि यह वह तो भी ने हो
hai hain tha thi ka ki ke ko se me mein par aur ya ki to bhi ne ho kar`.split(/\s+/),
);
