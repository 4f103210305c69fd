import { capitalize } from "../text/words.ts";

/** Words to look for, in lower case, and what replaces them. */
export type PhrasePairs = readonly (readonly [find: string, put: string])[];

/** Replaces whole phrases. A phrase that began with a capital is replaced by one that does. */
export function phraseReplacer(pairs: PhrasePairs): (text: string) => string {
  const puts = new Map(pairs);
  const longestFirst = [...puts.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}'’-])(?:${longestFirst.map(patternOf).join("|")})(?![\\p{L}\\p{N}'’-])`,
    "giu",
  );
  return (text) =>
    text.replaceAll(pattern, (found) => {
      const put = puts.get(found.toLowerCase().replaceAll("’", "'").replaceAll(/\s+/g, " ")) ?? found;
      // "ASAP" may stand anywhere.
      if (/^\p{Lu}{2,}$/u.test(found)) return `\uE002${put}`;
      return /^\p{Lu}/u.test(found) && !/^I\b/.test(found) ? capitalize(put) : sameStart(found, put);
    });
}

const patternOf = (phrase: string) =>
  phrase
    .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("'", "['’]")
    .replaceAll(" ", "\\s+");

/** "I am" may begin a sentence or stand inside one: "I" says nothing about the case of what replaces it. */
const sameStart = (found: string, put: string) => (/^I\b/.test(found) && !/^I\b/.test(put) ? `\uE002${put}` : put);

/** Makes the first letter of each sentence a capital after words before it were dropped. */
export const mendSentences = (text: string): string =>
  text
    .replaceAll(/[ \t]{2,}/g, " ")
    // Not before ":)".
    .replaceAll(/ ([,.!?]|[;:](?!-?[)(DPp3](?![\p{L}\p{N}])))/gu, "$1")
    .trim()
    .replaceAll(/(^|[.!?]\s+)\uE002?(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replaceAll("\uE002", "");
