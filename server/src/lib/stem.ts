import { stem as porter2 } from "porter2";

/** A mail can hold any number of made-up words; the memory must not grow with them. */
const maxStems = 50_000;
const stems = new Map<string, string>();

/** The stem of a lower-case English word by Porter 2 (snowballstem.org), for the built-in engine. The search uses the same (`tokenize.ts`). */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = porter2(word);
  if (stems.size >= maxStems) stems.clear();
  stems.set(word, found);
  return found;
}
