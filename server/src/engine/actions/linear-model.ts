import { readFileSync } from "node:fs";

/** A fitted linear model: its description, the source of its data, and a weight for each feature. */
export type LinearModel = {
  about: string;
  source: string;
  licence: string;
  threshold: number;
  weights: Record<string, number>;
};

const loaded = new Map<string, { threshold: number; weights: Map<string, number> }>();

/** Reads a model at first use, so that it does not slow the server's start. */
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
