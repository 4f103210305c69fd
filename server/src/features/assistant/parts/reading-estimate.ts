import { costOf } from "@intellibox/contract/rules/model-prices";
import type { ModelSettings } from "#features/ai-settings/model-settings.ts";
import type { ModelTask } from "../model.ts";
import { lengthOf, readingPlan } from "./answer-in-parts.ts";

/** A text below this many tokens is not estimated: it costs little, and most tasks are shorter. */
const longText = 4_000;
const tokensOfAnswer = 500;

/** The expected use for a long text. `cost` is in US dollars, and absent if the model's price is not known. */
export type ReadingEstimate = { tokens: number; cost?: number | undefined };

export function readingEstimate(
  task: ModelTask,
  { provider, model }: Pick<ModelSettings, "provider" | "model">,
  room: number,
): ReadingEstimate | undefined {
  const plan = readingPlan(task, room);
  const tokens = plan?.tokens ?? Math.min(lengthOf(task), room);
  if (tokens < longText) return undefined;
  return { tokens, cost: costOf(provider, model, tokens, (plan?.parts.length ?? 1) * tokensOfAnswer) };
}
