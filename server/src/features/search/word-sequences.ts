import { eachWord, isWord } from "#lib/tokenize.ts";

/** Whether the text contains these words next to each other. The words are keys of the tokenizer. */
export function hasWords(text: string, words: string[]): boolean {
  let isFound = false;
  eachSequence(text, [words], () => {
    isFound = true;
    return true;
  });
  return isFound;
}

type OnSequence = (start: number, end: number) => unknown;

/** Calls back for every occurrence of one of the sequences of words, until the callback returns true. */
export function eachSequence(text: string, sequences: string[][], onSequence: OnSequence): void {
  /** Partial matches: the sequence, the index of its next word, and the start in the text. */
  let partial: { words: string[]; at: number; start: number }[] = [];
  const begins = firstLettersOf(sequences);
  const take = (word: string, start: number, end: number) => {
    const continued: typeof partial = [];
    let isEnough = false;
    const step = (words: string[], at: number, from: number) => {
      const wanted = words[at];
      if (wanted === undefined || !isWord(wanted, word)) return;
      if (at + 1 < words.length) continued.push({ words, at: at + 1, start: from });
      else if (onSequence(from, end) === true) isEnough = true;
    };
    for (const { words, at, start: from } of partial) step(words, at, from);
    for (const words of sequences) step(words, 0, start);
    partial = continued;
    return isEnough;
  };
  eachWord(text, take, (letter) => partial.length === 0 && begins[letter] === 0);
}

/** A word and its key begin with the same letter, so all other words are no beginning of a sequence. */
function firstLettersOf(sequences: string[][]): Uint8Array {
  const letters = new Uint8Array(128);
  for (const [word = ""] of sequences)
    for (const letter of [word.charCodeAt(0), word.toUpperCase().charCodeAt(0)]) if (letter < 128) letters[letter] = 1;
  return letters;
}
