/** A small logistic regression over named features, for the fitting scripts. */
import { randomFrom } from "#test/random-from.ts";

export type Example = { features: string[]; label: number; weight?: number; group: string };
export type FitOptions = {
  epochs: number;
  l2: number;
  minCount: number;
  /** The value of a present feature. A small value makes the L2 penalty on rare words stronger than on general forms. */
  valueOf: (name: string) => number;
};

/** AdaGrad over shuffled examples with an L2 penalty. The shuffle is seeded, so that the same data gives the same weights. */
export function fitLogistic(examples: Example[], options: FitOptions): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples) for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= options.minCount).map(([name]) => name);
  const index = new Map(kept.map((name, i) => [name, i]));
  const rows = examples.map(({ features }) => features.flatMap((name) => index.get(name) ?? []));
  const values = kept.map(options.valueOf);
  const weights = new Float64Array(kept.length);
  const squares = new Float64Array(kept.length).fill(1e-6);
  const order = examples.map((_, i) => i);
  const random = randomFrom(42);
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random);
    for (const at of order) {
      const row = rows[at] ?? [];
      const example = examples[at];
      if (!example) continue;
      let sum = 0;
      for (const i of row) sum += (weights[i] ?? 0) * (values[i] ?? 1);
      const error = (1 / (1 + Math.exp(-sum)) - example.label) * (example.weight ?? 1);
      for (const i of row) {
        const gradient = error * (values[i] ?? 1) + options.l2 * (weights[i] ?? 0);
        squares[i] = (squares[i] ?? 0) + gradient * gradient;
        weights[i] = (weights[i] ?? 0) - (0.3 * gradient) / Math.sqrt(squares[i] ?? 1);
      }
    }
  }
  return new Map(kept.map((name, i) => [name, (weights[i] ?? 0) * (values[i] ?? 1)]));
}

export const scoreWith = (features: string[], weights: Map<string, number>) =>
  features.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);

const folds = 5;

/** The score of each example by weights that were fitted without its group. */
export function heldOutScores<Row extends Example>(examples: Row[], options: FitOptions): (Row & { score: number })[] {
  const groups = [...new Set(examples.map(({ group }) => group))];
  const foldOf = new Map(groups.map((group, i) => [group, i % folds]));
  return Array.from({ length: folds }, (_, fold) => {
    const weights = fitLogistic(
      examples.filter(({ group }) => foldOf.get(group) !== fold),
      options,
    );
    return examples
      .filter(({ group }) => foldOf.get(group) === fold)
      .map((example) => ({ ...example, score: scoreWith(example.features, weights) }));
  }).flat();
}

function shuffle(list: number[], random: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1));
    const kept = list[i] ?? 0;
    list[i] = list[k] ?? 0;
    list[k] = kept;
  }
}

/** The threshold with the best F1, and that F1. */
export function bestCut(scored: { score: number; label: number }[]): { threshold: number; f1: number } {
  const sorted = [...scored].sort((a, b) => b.score - a.score);
  const positives = scored.filter(({ label }) => label).length;
  let hits = 0;
  let best = { threshold: 0, f1: 0 };
  sorted.forEach(({ score, label }, i) => {
    if (label) hits++;
    const f1 = (2 * hits) / (i + 1 + positives);
    if (f1 > best.f1) best = { threshold: score, f1 };
  });
  return best;
}

export function f1At(scored: { score: number; label: number }[], threshold: number): number {
  let hits = 0;
  let chosen = 0;
  for (const { score, label } of scored) {
    if (score < threshold) continue;
    chosen++;
    if (label) hits++;
  }
  const positives = scored.filter(({ label }) => label).length;
  return (2 * hits) / (chosen + positives || 1);
}
