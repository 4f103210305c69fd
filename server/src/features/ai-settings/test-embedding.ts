import { t } from "@intellibox/contract/text/t";
import { ModelError } from "#outside/models/text-model.ts";
import type { Scope } from "#scope.ts";
import { embedTexts, recordEmbedding } from "./embed-texts.ts";
import { embeddingSettingsIn, modelSettingsIn } from "./model-settings.ts";
import { findTaskFacts } from "./task-facts.ts";
import { refuseOverBudget, refuseOverQuota } from "./token-usage.ts";

const patienceMs = 20_000;
const sample = ["Can I get a refund?", "We give the money back within 30 days."];

/** Asks the embedding model that the company uses for two vectors, and says what happened. */
export async function testEmbedding(scope: Scope) {
  const facts = await findTaskFacts(scope);
  const settings = embeddingSettingsIn(facts, scope);
  const nothing = { ok: false, dimension: 0, tokens: 0, durationMs: 0 };
  if (!settings)
    return {
      ...nothing,
      provider: modelSettingsIn(facts, scope).provider,
      model: "",
      message: t("No embedding model is in use. Knowledge is searched by words."),
    };
  refuseOverQuota(facts);
  refuseOverBudget(facts, settings.budgets, scope.now());
  const { provider, model } = settings;
  const { tenantId, signal } = scope;
  const started = performance.now();
  try {
    const { dimension, tokens } = await embedTexts(scope.outside, sample, { tenantId, settings, signal, patienceMs });
    const durationMs = Math.round(performance.now() - started);
    await scope.tx((tx) => recordEmbedding(tx, settings, { tenantId, userId: scope.user.id, tokens, durationMs }));
    const message = t("The model works. It gives {dimension} numbers for each text.", { dimension });
    return { ok: true, provider, model, dimension, tokens, durationMs, message };
  } catch (error) {
    if (!(error instanceof ModelError) || error.fault === "cancelled") throw error;
    return { ...nothing, provider, model, durationMs: Math.round(performance.now() - started), message: error.message };
  }
}
