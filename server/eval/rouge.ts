import { porterStem } from "./porter-stem.ts";

/** Tokens as Google's rouge_score makes them: lower case, letters and digits, Porter stems of words longer than three. */
export const tokens = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => (word.length > 3 ? porterStem(word) : word));

export const f1 = (hits: number, chosen: number, wanted: number) => (hits ? (2 * hits) / (chosen + wanted) : 0);

export function rougeN(candidate: string[], reference: string[], n: number): number {
  const ours = grams(candidate, n);
  const theirs = grams(reference, n);
  let hits = 0;
  for (const [gram, count] of ours) hits += Math.min(count, theirs.get(gram) ?? 0);
  return f1(hits, Math.max(0, candidate.length - n + 1), Math.max(0, reference.length - n + 1));
}

export function rougeL(candidate: string[], reference: string[]): number {
  let previous = new Uint16Array(reference.length + 1);
  for (const word of candidate) {
    const row = new Uint16Array(reference.length + 1);
    reference.forEach((other, k) => {
      row[k + 1] = word === other ? (previous[k] ?? 0) + 1 : Math.max(previous[k + 1] ?? 0, row[k] ?? 0);
    });
    previous = row;
  }
  return f1(previous[reference.length] ?? 0, candidate.length, reference.length);
}

function grams(words: string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= words.length; i++) {
    const gram = words.slice(i, i + n).join(" ");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}
