import { stem } from "#lib/stem.ts";

// Words of every script; an apostrophe or hyphen inside a word stays ("don't", "follow-up").
const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’_-][\p{L}\p{N}\p{M}]+)*/gu;

export const wordsOf = (text: string): string[] => text.match(wordPattern) ?? [];

/** The lower-case stems of the content words, by which sentences on the same subject are recognized. */
export function contentStems(text: string): string[] {
  const stems: string[] = [];
  for (const word of wordsOf(text)) {
    const lower = word.toLowerCase().replace(/['’]s$/, "");
    if (lower.length > 1 && !stopWords.has(lower)) stems.push(stem(lower));
  }
  return stems;
}

export const isStopWord = (word: string) => stopWords.has(word.toLowerCase());

export const capitalize = (text: string) => {
  const first = text.search(/\S/);
  // A merge token and a name such as "iPhone" must stay exactly as they were typed.
  if (first < 0 || text[first] === "{" || /^\p{Ll}\p{Lu}/u.test(text.slice(first, first + 4))) return text;
  return text.slice(0, first) + (text[first] ?? "").toUpperCase() + text.slice(first + 1);
};

/** A stable 32-bit number for a text (FNV-1a), so that the same input always picks the same wording. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const stopWords = new Set(
  `a about above after again against all also am an and any are aren't as at be because been before being below between both
  but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each few for from further had hadn't
  has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if
  in into is isn't it it's its itself just let let's me more most mustn't my myself no nor not now of off on once only or other ought our
  ours ourselves out over own please quite re same shan't she she'd she'll she's should shouldn't so some such than that that's
  the their theirs them themselves then there there's these they they'd they'll they're they've this those through to too under
  until up us very was wasn't we we'd we'll we're we've were weren't what what's when when's where where's which while who who's
  whom why why's will with won't would wouldn't yet you you'd you'll you're you've your yours yourself yourselves im ive id dont
  cant etc eg ie via per may might must shall vs got get gets`.split(/\s+/),
);

// "\b" knows only the letters of English: it finds no end in "até" and no beginning in "été".
const boundary = "(?:(?<![\\p{L}\\p{N}])(?=[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{N}])(?![\\p{L}\\p{N}]))";

/** The pattern with word boundaries that know the letters of all languages. */
export const forAllLetters = (pattern: RegExp) => new RegExp(pattern.source.replaceAll("\\b", boundary), pattern.flags);
