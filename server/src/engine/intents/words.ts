import { type Token, tokensOf } from "../text/parts-of-speech.ts";
import { isFirstName } from "./first-names.ts";

/** The tokens of a clause. Merge tokens, addresses, contractions and hyphenated words are one token each. */
export function wordsIn(text: string): Token[] {
  const merged: Token[] = [];
  const wholes = [...text.matchAll(whole)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
  let next = 0;
  for (const token of tokensOf(text)) {
    while (next < wholes.length && (wholes[next]?.end ?? 0) <= token.start) next++;
    const span = wholes[next];
    const last = merged.at(-1);
    if (span && last && last.start >= span.start && last.end < span.end && token.start < span.end) {
      last.end = Math.min(span.end, Math.max(last.end, token.end));
      last.text = text.slice(last.start, last.end);
      last.lemma = last.text.toLowerCase();
      if (last.text.startsWith("{")) last.pos = "PROPN";
    } else merged.push({ ...token });
  }
  return merged.map((token) => retagged(token, text));
}

// The part of a contraction that carries the verb decides its part of speech.
const whole =
  /\{+[^{}\s][^{}]{0,60}\}+|(?<!\p{L})\p{L}{1,30}(?:n['’]t|['’](?:m|re|ve|ll|d)\b)|\b(?:he|she|it|that|there|who|what|here)['’]s\b|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,80}|(?<!\p{L})\p{L}{1,30}(?:-[\p{L}\d]{1,30})+|\d+(?:[.,:/-]\d+)*(?:%|\p{Ll}(?![\p{L}\d]))?/gu;

const closed: Record<string, string> = Object.fromEntries(
  Object.entries({
    AUX: "is are was were am be been has have had will would can could should must may might shall do does did can't won't don't doesn't didn't isn't aren't wasn't weren't couldn't wouldn't shouldn't haven't hasn't hadn't cannot mustn't",
    SCONJ: "that because since although unless whether while until if",
    CCONJ: "and but or nor",
    PRON: "i you he she it we they me him her us them my your his its our their who i'm you're we're they're it's he's she's i've we've you've they've i'll we'll you'll they'll he'll she'll i'd we'd you'd they'd",
    INTJ: "please thanks hi hello",
    ADP: "re via",
  }).flatMap(([pos, words]) => words.split(" ").map((word) => [word, pos])),
);

/** Corrects the tags of function words, which the tagger sometimes takes for names if they are typed in haste. */
function retagged(token: Token, whole: string): Token {
  const lower = token.text.toLowerCase().replace(/’/g, "'");
  const pos = Object.hasOwn(closed, lower) ? closed[lower] : undefined;
  // "May" with a capital inside a sentence is the month.
  if (token.text === "May" && token.start > 0) return { ...token, pos: "PROPN" };
  if (pos) return { ...token, pos };
  // "tell Rob": the tagger takes some names for verbs. A capital after a full stop proves no name.
  const isName =
    token.pos !== "PROPN" &&
    /^\p{Lu}\p{Ll}+$/u.test(token.text) &&
    isFirstName(token.text) &&
    /[\p{L}\d,&] $/u.test(whole.slice(Math.max(0, token.start - 2), token.start));
  return isName ? { ...token, pos: "PROPN" } : token;
}

export const lowerOf = (token: Token | undefined) => (token?.text ?? "").toLowerCase().replace(/’/g, "'");

/** The text that a run of tokens covers. */
export function textOf(text: string, tokens: Token[], from = 0, to = tokens.length): string {
  const first = tokens[from];
  const last = tokens[to - 1];
  return first && last && to > from ? text.slice(first.start, last.end) : "";
}

export const isSubjectPronoun = (token: Token | undefined) =>
  /^(?:i|we|you|he|she|they|it|there|this|these|those|everyone|everybody|everything|nobody|someone|nothing|(?:i|we|you|he|she|they|it|that|there)'(?:m|re|ve|ll|d|s))$/.test(
    lowerOf(token),
  );

export const isVerbal = (token: Token | undefined) => token?.pos === "VERB" || token?.pos === "AUX";
export const isNominal = (token: Token | undefined) =>
  token !== undefined && (token.pos === "NOUN" || token.pos === "PROPN" || token.pos === "NUM");

export const isDateWord = (word: string) =>
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|today|tomorrow|tonight|yesterday|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|asap|next|this|last)$/i.test(
    word,
  );

const asking = /^(?:how|what|when|where|who|which|why|whether|if)$/;

/** The index of the finite verb of an independent clause that begins at `from`; -1 if none begins there. */
export function finiteVerb(tokens: Token[], from = 0): number {
  let i = from;
  while (/^(?:that|and|but|so|also|however|unfortunately|still|now|then|please)$/.test(lowerOf(tokens[i]))) i++;
  const subject = tokens[i];
  if (!subject) return -1;
  if (isSubjectPronoun(subject)) {
    if (/'/.test(subject.text)) return i;
    let j = i + 1;
    // "This week", "those parts": the pronoun is a determiner.
    while (j < tokens.length && j < i + 7 && !isVerbal(tokens[j])) {
      const at = tokens[j];
      if (at?.pos === "PUNCT" || at?.pos === "SCONJ" || (at?.pos === "ADP" && j > i + 4)) return -1;
      j++;
    }
    return isVerbal(tokens[j]) ? j : -1;
  }
  const isAdverbial = subject.pos === "ADP" && lowerOf(subject) !== "re";
  if (
    !isAdverbial &&
    !["DET", "PRON", "NOUN", "PROPN", "ADJ", "NUM", "SYM"].includes(subject.pos) &&
    !/ing$/i.test(subject.text)
  )
    return -1;
  let hasNoun = false;
  for (let j = i; j < tokens.length && j < i + 16; j++) {
    const token = tokens[j];
    if (!token) break;
    if (isNominal(token) || token.pos === "PRON") hasNoun = true;
    if (token.pos === "SCONJ" && !/^that$/.test(lowerOf(token))) return -1;
    if (/^[;:(]$/.test(token.text)) return -1;
    // "3 m by 1.2 m, and how long that takes": the verb belongs to the next clause.
    if (token.text === "," && /^(?:and|or)$/.test(lowerOf(tokens[j + 1])) && asking.test(lowerOf(tokens[j + 2])))
      return -1;
    if (token.pos === "AUX" && hasNoun) return j;
    if (token.pos !== "VERB" || !hasNoun || j === i || isAdverbial) continue;
    const before = lowerOf(tokens[j - 1]);
    // Infinitives, gerunds and verbs after a determiner are no finite verbs.
    if (before === "to" || tokens[j - 1]?.pos === "DET" || tokens[j - 1]?.pos === "ADP" || /ing$/i.test(token.text))
      continue;
    if (before === "and" || before === "," || before === "or") continue;
    return j;
  }
  return -1;
}
