import { eachWord, isWord } from "#lib/tokenize.ts";

/** Whether these words, given as keys, stand side by side in the text. */
export function hasWords(text: string, words: string[]): boolean {
  let isFound = false;
  eachSequence(text, [words], () => {
    isFound = true;
    return true;
  });
  return isFound;
}

type Take = (start: number, end: number) => unknown;

/** Every place where one of the sequences of words stands. Whoever has seen enough returns true. */
export function eachSequence(text: string, sequences: string[][], take: Take): void {
  /** How far each sequence has come, from each place where it may have begun. */
  let begun: { words: string[]; at: number; start: number }[] = [];
  eachWord(text, (word, start, end) => {
    const going: typeof begun = [];
    let isEnough = false;
    const step = (words: string[], at: number, from: number) => {
      const asked = words[at];
      if (asked === undefined || !isWord(asked, word)) return;
      if (at + 1 < words.length) going.push({ words, at: at + 1, start: from });
      else if (take(from, end) === true) isEnough = true;
    };
    for (const { words, at, start: from } of begun) step(words, at, from);
    for (const words of sequences) step(words, 0, start);
    begun = going;
    return isEnough;
  });
}
