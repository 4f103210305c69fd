import { modelAt, scoreOf } from "#engine/actions/linear-model.ts";
import { orderFeatures } from "./order-features.ts";

const weightsFile = new URL("./order-weights.json", import.meta.url);

/** A long sentence has some features of an order by chance, so that it needs more of them. */
const shortSentence = 12;
const longestCounted = 60;
const perWord = 0.07;

/** An order to a machine names at least one of these: whom it is for, what it is about, or what is to be done that only a machine does. */
const needed =
  `machine helper digest answer items user rules mailbox emit secret role mode boss format told whoever revoke process obey safe
  rate delete secrecy grant`
    .split(/\s+/)
    .map((kind) => `#${kind}`);

/** How much a sentence looks like an order to a machine. From 0 on it counts as one. */
export function orderScore(sentence: string): number {
  const features = orderFeatures(sentence);
  const { weights, threshold } = modelAt(weightsFile);
  const length = Math.min(sentence.split(/\s+/).length, longestCounted);
  const score = scoreOf(features, weights) - threshold - perWord * Math.max(0, length - shortSentence);
  return needed.some((kind) => features.includes(kind)) ? score : Math.min(score, -1);
}
