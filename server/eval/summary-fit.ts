import { type FeatureName, featureNames } from "#engine/summaries/features.ts";
import { describeThread } from "#engine/summaries/rank.ts";
import { tokens } from "./rouge.ts";

/** One BC3 thread: its sentences with ids, the number of annotators that chose each, and their abstracts. */
export type SummaryRow = {
  id: string;
  subject: string;
  messages: { from: string; to?: string; date?: string; sents: { id: string; text: string }[] }[];
  votes: Record<string, number>;
  refs: string[][];
};

export const threadOf = (row: SummaryRow) =>
  row.messages.map(({ from, to, sents }) => ({ from, to, body: sents.map(({ text }) => text).join("\n") }));

/** The corpus sentences of a message of which our sentence covers 70% of the words, as in the scorer. */
export function idsCoveredBy(text: string, row: SummaryRow, message: number): string[] {
  const own = new Set(tokens(text));
  return (row.messages[message]?.sents ?? [])
    .filter((sentence) => {
      const theirs = new Set(tokens(sentence.text));
      const shared = [...theirs].filter((word) => own.has(word)).length;
      return !/^\s*[>|]/.test(sentence.text) && theirs.size > 0 && shared / theirs.size >= 0.7;
    })
    .map(({ id }) => id);
}

const pull = 30;

export function fitThreads(rows: SummaryRow[]): Record<FeatureName, number> {
  const examples = rows.flatMap((row) =>
    describeThread(threadOf(row)).map(({ sentence, features }) => {
      const votes = idsCoveredBy(sentence.text, row, sentence.message).map((id) => row.votes[id] ?? 0);
      return { values: featureNames.map((name) => features[name]), target: Math.max(0, ...votes) / 3 };
    }),
  );
  const weights = solveRidge(examples, featureNames.length);
  return Object.fromEntries(featureNames.map((name, i) => [name, weights[i] ?? 0])) as Record<FeatureName, number>;
}

/** Solves the normal equations with an L2 penalty by Gauss-Jordan elimination with pivoting. */
function solveRidge(examples: { values: number[]; target: number }[], size: number): number[] {
  const matrix = Array.from({ length: size }, (_, i) => {
    const row = new Array<number>(size + 1).fill(0);
    row[i] = pull;
    return row;
  });
  for (const { values, target } of examples) {
    matrix.forEach((row, i) => {
      const value = values[i] ?? 0;
      for (let k = 0; k < size; k++) row[k] = (row[k] ?? 0) + value * (values[k] ?? 0);
      row[size] = (row[size] ?? 0) + value * target;
    });
  }
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let k = i; k < size; k++) if (Math.abs(matrix[k]?.[i] ?? 0) > Math.abs(matrix[pivot]?.[i] ?? 0)) pivot = k;
    [matrix[i], matrix[pivot]] = [matrix[pivot] ?? [], matrix[i] ?? []];
    const head = matrix[i] ?? [];
    for (const [k, row] of matrix.entries()) {
      if (k === i) continue;
      const factor = (row[i] ?? 0) / (head[i] ?? 1);
      for (let c = i; c <= size; c++) row[c] = (row[c] ?? 0) - factor * (head[c] ?? 0);
    }
  }
  return matrix.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}
