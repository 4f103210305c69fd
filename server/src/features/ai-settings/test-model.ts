import { aiProviderRules } from "@intellibox/contract/rules/ai-providers";
import { costOf, priceOf } from "@intellibox/contract/rules/model-prices";
import { ModelError } from "#outside/models/text-model.ts";
import type { Scope } from "#scope.ts";
import { type ModelSettings, modelSettingsIn } from "./model-settings.ts";
import { findTaskFacts } from "./task-facts.ts";
import { estimateTokens, recordUsage, refuseOverBudget, refuseOverQuota } from "./token-usage.ts";

type TestAnswer = { ok: boolean; tokensIn: number; tokensOut: number; output: string; firstTextMs?: number };

/** The quick test: sends one prompt to the model that the company uses, and returns its answer or the reason of the failure. */
export async function testModel(scope: Scope, prompt: string) {
  const facts = await findTaskFacts(scope);
  const settings = modelSettingsIn(facts, scope);
  const { provider, model } = settings;
  if (provider !== "builtin") {
    refuseOverQuota(facts);
    refuseOverBudget(facts, settings.budgets, scope.now());
  }
  const started = performance.now();
  const { tokensIn, tokensOut, ...answer } = await answerOf(scope, settings, prompt);
  const durationMs = since(started);
  if (provider !== "builtin") {
    const usage = { tokensIn, tokensOut, durationMs, succeeded: answer.ok };
    await scope.tx((tx) => recordUsage(tx, scope, "test", settings, usage));
  }
  const tokens = answer.ok ? tokensIn + tokensOut : 0;
  return { provider, model, tokens, durationMs, ...answer, ...(answer.ok && costLike(settings, tokensIn, tokensOut)) };
}

/** The cost of a thousand mails like this one, if the model's price is known. */
function costLike({ provider, model }: ModelSettings, tokensIn: number, tokensOut: number) {
  const price = priceOf(provider, model);
  const cost = costOf(provider, model, tokensIn, tokensOut);
  if (provider === "builtin" || !price || cost === undefined) return undefined;
  const costPerThousand = Math.round(cost * 1000 * 10_000) / 10_000;
  return aiProviderRules[provider].isLocal
    ? { costPerThousand: 0 }
    : { costPerThousand, pricesAsOf: `${price.asOf}, ${price.source}` };
}

async function answerOf(
  scope: Scope,
  { provider, systemPrompt, fallback: _, budgets: __, ...rest }: ModelSettings,
  prompt: string,
): Promise<TestAnswer> {
  if (provider === "builtin") return { ok: true, tokensIn: 0, tokensOut: 0, output: builtinAnswer };
  const model = scope.outside.models.open(scope.tenantId, { ...rest, provider });
  const started = performance.now();
  let firstTextMs: number | undefined;
  const onText = () => {
    firstTextMs ??= since(started);
  };
  try {
    const request = { system: systemPrompt, prompt, maxTokens: 500 };
    const { text, tokensIn, tokensOut } = await model.answer(request, { signal: scope.signal, onText });
    return { ok: true, tokensIn, tokensOut, output: text.trim(), ...(firstTextMs !== undefined && { firstTextMs }) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { ok: false, tokensIn: estimateTokens(prompt), tokensOut: 0, output: error.message };
  }
}

const since = (started: number) => Math.round(performance.now() - started);

const builtinAnswer =
  "The built-in engine is active. It drafts mail, replies and summaries without a key and without the network; " +
  "it does not answer free questions. Add a key for a model that does.";
