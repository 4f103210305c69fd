import { modelAt, scoreOf, sigmoid } from "./linear-model.ts";
import { requestFeatures } from "./request-features.ts";

const weightsFile = new URL("./request-weights.json", import.meta.url);

/** How likely a sentence asks somebody for something or promises something, from 0 to 1; from 0.5 it is taken as such. */
export function requestScore(sentence: string): number {
  const { weights, threshold } = modelAt(weightsFile);
  return sigmoid(scoreOf(requestFeatures(sentence), weights) - threshold);
}
