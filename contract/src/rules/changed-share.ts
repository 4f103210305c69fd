/** Longer texts are compared by which words they have, because the exact distance would take too long. */
const maxWords = 2_000;

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}'’]+|[^\s\p{L}\p{M}\p{N}'’]/gu) ?? [];

/**
 * How much of a draft its writer changed before sending, from 0 (nothing) to 1 (everything): the words to add, remove and replace,
 * as a share of the longer text.
 */
export function changedShare(draft: string, sent: string): number {
  const [before, after] = [wordsOf(draft.normalize("NFC")), wordsOf(sent.normalize("NFC"))];
  const longer = Math.max(before.length, after.length);
  if (longer === 0) return 0;
  const distance = longer > maxWords ? bagDistance(before, after) : editDistance(before, after);
  return distance / longer;
}

/** The Levenshtein distance of two lists of words. */
function editDistance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, word] of a.entries()) {
    const next = [index + 1];
    for (const [column, other] of b.entries()) {
      const replaced = (row[column] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function bagDistance(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of b) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return Math.max(a.length, b.length) - shared;
}
