import { readFileSync } from "node:fs";

/** A fitted linear model as committed: what it is, where its data came from, and a weight per feature. */
export type LinearModel = {
  about: string;
  source: string;
  licence: string;
  threshold: number;
  weights: Record<string, number>;
};

const loaded = new Map<string, { threshold: number; weights: Map<string, number> }>();

/** Reads a model beside the code at first use, so that the start of the server does not pay for it. */
export function modelAt(file: URL) {
  const known = loaded.get(file.href);
  if (known) return known;
  const { threshold, weights } = JSON.parse(readFileSync(file, "utf8")) as LinearModel;
  const model = { threshold, weights: new Map(Object.entries(weights)) };
  loaded.set(file.href, model);
  return model;
}

export function scoreOf(features: Iterable<string>, weights: Map<string, number>): number {
  let sum = 0;
  for (const feature of features) sum += weights.get(feature) ?? 0;
  return sum;
}

export const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
