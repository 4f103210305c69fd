import { maskSecrets } from "#lib/mask-secrets.ts";
import type { Tx } from "#db/fence.ts";
import { aiUsage } from "#db/tables/ai-usage.ts";
import type { Embedded } from "#outside/models/embedder.ts";
import type { Outside } from "#outside/outside.ts";
import type { EmbeddingModelSettings } from "./model-settings.ts";
import { estimateTokens } from "./token-usage.ts";

type Call = { tenantId: string; settings: EmbeddingModelSettings; signal: AbortSignal; patienceMs: number };

/** Makes a vector of each text. Keys, tokens and card numbers are not sent, as in prompts. */
export async function embedTexts(outside: Outside, texts: string[], call: Call): Promise<Embedded> {
  const { tenantId, settings, signal, patienceMs } = call;
  const { name: _, budgets: __, ...connection } = settings;
  const hidden = texts.map((text) => maskSecrets(text).hidden);
  const embedded = await outside.models.openEmbedder(tenantId, connection).embed(hidden, { signal, patienceMs });
  // Some servers do not count.
  return { ...embedded, tokens: embedded.tokens || hidden.reduce((sum, text) => sum + estimateTokens(text), 0) };
}

type Used = { tenantId: string; userId: string; tokens: number; durationMs: number };

/** Counts against the plan and the budgets, as every call of a provider does. The company's own work has the company's id. */
export const recordEmbedding = (
  tx: Tx,
  { provider, model }: EmbeddingModelSettings,
  { tenantId, userId, tokens, durationMs }: Used,
) =>
  tx.insert(aiUsage).values({
    ...{ tenantId, userId, kind: "embed" as const, provider, model },
    ...{ tokensIn: tokens, tokensOut: 0, durationMs: Math.round(durationMs), succeeded: true },
  });
