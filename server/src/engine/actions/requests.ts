import { modelAt, scoreOf, sigmoid } from "./linear-model.ts";
import { requestFeatures } from "./request-features.ts";

const weightsFile = new URL("./request-weights.json", import.meta.url);

/** The probability that a sentence is a request or a promise. From 0.5 on it counts as one. */
export function requestScore(sentence: string): number {
  const { weights, threshold } = modelAt(weightsFile);
  return sigmoid(scoreOf(requestFeatures(sentence), weights) - threshold);
}
