// The run of a sentence's words that says the most, for sentences of which no grammar rule makes a line.
import { stem } from "#lib/stem.ts";
import { tokensOf } from "../text/parts-of-speech.ts";
import { isDead, isHeadNoun, isLinkWord, type SubjectWord, worthOf } from "./subject-words.ts";

const mostWords = 8;
const wordPrice = 0.3;

/** A subject line with its worth. */
export type Line = {
  text: string;
  score: number;
  /** A run of words of which no grammar rule made a line. */
  isSpan?: boolean;
  isQuestion?: boolean /** The place of its sentence in the mail. */;
  sentence?: number;
};

/** The best run of words in the sentence at an index of the mail. */
export const spanIn = (sentence: string, i: number, counts: Map<string, number>, importance: number) =>
  bestSpan(wordsIn(sentence, i, counts), cueBonus(sentence) + importance * 0.06);

function cueBonus(sentence: string): number {
  if (/^(?:\S+\s+){0,3}(?:attached|enclosed|here (?:is|are))\b/i.test(sentence)) return 0.2;
  if (/\b(?:regarding|concerning|status of|about the|discuss|re:)\b/i.test(sentence)) return 0.15;
  return 0;
}

function wordsIn(sentence: string, index: number, counts: Map<string, number>): SubjectWord[] {
  const words: SubjectWord[] = [];
  const groups = groupsOf(sentence);
  let end = 0;
  for (const match of sentence
    .slice(0, 500)
    .matchAll(/\{+[^{}\s]+\}+|[\p{L}\p{N}\p{M}$€£#&]+(?:(?:[-'’./:@]|(?<=\d),(?=\d{3}))[\p{L}\p{N}\p{M}]+)*%?/gu)) {
    const [surface] = match;
    const stemmed = stem(surface.toLowerCase().replace(/['’]s$/, ""));
    const isLink = isLinkWord(surface);
    const place = {
      sentence: index,
      word: words.length,
      repeats: counts.get(stemmed) ?? 1,
      isFirstOfSentence: words.length === 0,
    };
    const at = match.index;
    words.push({
      surface,
      isInside: groups.inside.has(at),
      isNoun: groups.nouns.has(at),
      isOpen: groups.open.has(at),
      isVerb: groups.verbs.has(at) && !/(?:ing|ed)$/.test(surface),
      stem: stemmed,
      isLink,
      worth: isLink ? 0 : isDead(surface) ? -1 : worthOf(surface, place),
      before: sentence.slice(end, match.index),
    });
    end = match.index + surface.length;
  }
  return words;
}

/** Marks the words between which a phrase may not begin or end, because they belong together, and the finite verbs. */
function groupsOf(sentence: string): {
  inside: Set<number>;
  verbs: Set<number>;
  nouns: Set<number>;
  open: Set<number>;
} {
  const inside = new Set<number>();
  const nouns = new Set<number>();
  const open = new Set<number>();
  const verbs = new Set<number>();
  const tokens = tokensOf(sentence.slice(0, 500));
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    const isNominal = /^(?:NOUN|PROPN)$/.test(token.pos);
    const isLabel = next !== undefined && (next.pos === "NUM" || /^[A-Z]$/.test(next.text));
    if (isNominal && next && (isNoun(next.pos) || isLabel)) inside.add(next.start);
    if (token.pos === "NUM" && next && isNoun(next.pos)) inside.add(next.start);
    if (isNoun(token.pos) && !isCalendarWord.test(token.text)) nouns.add(token.start);
    // "429 since Friday although": a conjunction ends the phrase as a verb does.
    if (token.pos === "SCONJ" || /^(?:although|because|while|since|whether|if|when|that|who|which)$/i.test(token.text))
      verbs.add(token.start);
    // "for the whole [summer]": an adjective does not end a phrase.
    if ((token.pos === "ADJ" && next && isNoun(next.pos)) || token.pos === "ADP" || token.pos === "SCONJ")
      open.add(token.start);
    const before = tokens[i - 1];
    const isAfterDeterminer = before !== undefined && /^(?:DET|ADJ|NUM)$/.test(before.pos);
    if (token.pos === "AUX" || (token.pos === "VERB" && !isAfterDeterminer && !isHeadNoun(token.text)))
      verbs.add(token.start);
  });
  return { inside, verbs, nouns, open };
}

const isCalendarWord =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|yesterday|today|tomorrow|tonight|noon|pm|am|o'clock)s?$/i;

const isNoun = (pos: string) => pos === "NOUN" || pos === "PROPN";

/** The run of words with the highest total worth minus a cost for each word. It begins and ends with a content word and crosses no comma. */
function bestSpan(words: SubjectWord[], bonus: number): Line | undefined {
  let best: Line | undefined;
  for (let start = 0; start < words.length; start++) {
    if (!isEdge(words[start]) || words[start]?.isInside || words[start]?.isVerb) continue;
    // A phrase in brackets, and one that begins with a number, is rarely what the mail is about.
    let score =
      bonus -
      (/\(\s*$/.test(words[start]?.before ?? "") ? 0.6 : 0) -
      (/^\d/.test(words[start]?.surface ?? "") ? 0.3 : 0) -
      (isCalendarWord.test(words[start]?.surface ?? "") ? 0.5 : 0);
    const seen = new Set<string>();
    let nouns = 0;
    for (let end = start; end < Math.min(words.length, start + mostWords); end++) {
      const word = words[end];
      // "at four | the first water": an article after a content word begins another phrase.
      const isNewPhrase = end > start && /^(?:the|an?)$/i.test(word?.surface ?? "") && !words[end - 1]?.isLink;
      if (!word || word.isVerb || isNewPhrase || (end > start && /[,;:.!?()[\]"“”–—\n]|\s-\s|\s{3,}/.test(word.before)))
        break;
      score += (seen.has(word.stem) ? 0 : word.worth) - (word.isLink ? 0.06 : wordPrice);
      seen.add(word.stem);
      if (word.isNoun) nouns++;
      if (
        isEdge(word) &&
        nouns > 0 &&
        !words[end + 1]?.isInside &&
        !word.isOpen &&
        (!best || score - (end === start ? alone : 0) > best.score)
      )
        best = { text: textOf(words, start, end), score: score - (end === start ? alone : 0) };
    }
  }
  return best;
}

// One word alone says little.
const alone = 0.45;

const isEdge = (word: SubjectWord | undefined) =>
  word !== undefined &&
  !word.isLink &&
  word.worth > 0 &&
  !indefinite.test(word.surface) &&
  !/^(?:year|week|month|today|yesterday)['’]s$/i.test(word.surface);

// "in your office and nobody called": a pronoun names no matter.
const indefinite =
  /^(?:nobody|somebody|anybody|everybody|no-?one|someone|anyone|everyone|nothing|something|anything|everything)$/i;

const textOf = (words: SubjectWord[], start: number, end: number) =>
  words
    .slice(start, end + 1)
    .map((word, i) =>
      i === 0 ? word.surface : `${/\s/.test(word.before) || !word.before ? " " : word.before}${word.surface}`,
    )
    .join("");
