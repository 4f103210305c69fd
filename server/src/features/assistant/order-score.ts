import { modelAt, scoreOf } from "#engine/actions/linear-model.ts";
import { orderFeatures } from "./order-features.ts";

const weightsFile = new URL("./order-weights.json", import.meta.url);

/** How much a sentence looks like an order to a machine. From 0 on it counts as one. */
export function orderScore(sentence: string): number {
  const { weights, threshold } = modelAt(weightsFile);
  return scoreOf(orderFeatures(sentence), weights) - threshold;
}
