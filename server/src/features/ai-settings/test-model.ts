import { ModelError } from "#outside/models/text-model.ts";
import type { Scope } from "#scope.ts";
import { type ModelSettings, modelSettingsOf } from "./ai-settings.ts";

type TestAnswer = { ok: boolean; tokens: number; output: string };

/** The quick test: sends one prompt to the tenant's saved model, and returns its answer or the reason of the failure. */
export async function testModel(scope: Scope, prompt: string) {
  const settings = await scope.tx((tx) => modelSettingsOf(tx, scope));
  const started = performance.now();
  const { ok, tokens, output } = await answerOf(scope, settings, prompt);
  const { provider, model } = settings;
  return { ok, provider, model, tokens, durationMs: Math.round(performance.now() - started), output };
}

async function answerOf(
  scope: Scope,
  { provider, systemPrompt, fallback: _, ...rest }: ModelSettings,
  prompt: string,
): Promise<TestAnswer> {
  if (provider === "builtin") return { ok: true, tokens: 0, output: builtinAnswer };
  const model = scope.outside.models.open(scope.tenantId, { ...rest, provider });
  try {
    const { text, tokensIn, tokensOut } = await model.answer(
      { system: systemPrompt, prompt, maxTokens: 500 },
      { signal: scope.signal },
    );
    return { ok: true, tokens: tokensIn + tokensOut, output: text.trim() };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { ok: false, tokens: 0, output: error.message };
  }
}

const builtinAnswer =
  "The built-in engine is active. It drafts mail, replies and summaries without a key and without the network; " +
  "it does not answer free questions. Add a key for a model that does.";
