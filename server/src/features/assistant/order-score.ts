import { modelAt, scoreOf } from "#engine/actions/linear-model.ts";
import { orderFeatures } from "./order-features.ts";

const weightsFile = new URL("./order-weights.json", import.meta.url);

/** A long sentence has some features of an order by chance, so that it needs more of them. */
const shortSentence = 12;
const longestCounted = 60;
const perWord = 0.07;

/** How much a sentence looks like an order to a machine. From 0 on it counts as one. */
export function orderScore(sentence: string): number {
  const { weights, threshold } = modelAt(weightsFile);
  const length = Math.min(sentence.split(/\s+/).length, longestCounted);
  return scoreOf(orderFeatures(sentence), weights) - threshold - perWord * Math.max(0, length - shortSentence);
}
