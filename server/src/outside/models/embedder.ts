// A provider's embedding model: texts in, a vector of the length 1 for each out. Answers come from outside and are checked.
import { awsAccessKeyIn } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import type { EmbeddingModel } from "ai";
import { modelErrorOf } from "./model-error-of.ts";
import { providerBase } from "./provider-base.ts";
import { ModelError, type ProviderSettings } from "./text-model.ts";

type Fetch = typeof globalThis.fetch;
export type EmbeddingSettings = Omit<ProviderSettings, "temperature">;
export type Embedded = { vectors: Float32Array[]; dimension: number; tokens: number };
export type Embedder = {
  /** Throws a ModelError. `patienceMs` bounds the whole call. */
  embed(texts: string[], options: { signal: AbortSignal; patienceMs: number }): Promise<Embedded>;
};

/** The largest models that are known have 4,096 numbers. */
const maxDimension = 8_192;
/** 64 texts with 4,096 numbers of 25 characters take 6.5 MB. */
const maxBytes = 16 << 20;

export async function openEmbedder(settings: EmbeddingSettings, fetch: Fetch): Promise<Embedder> {
  const { embedMany } = await import("ai");
  const model = await openEmbeddingModel(settings, boundedFetch(fetch));
  return {
    async embed(texts, { signal, patienceMs }) {
      const late = AbortSignal.timeout(patienceMs);
      try {
        const { embeddings, usage } = await embedMany({
          ...{ model, values: texts, maxRetries: 0, maxParallelCalls: 4 },
          abortSignal: AbortSignal.any([signal, late]),
        });
        const vectors = checkedVectors(embeddings, texts.length);
        const tokens = Number.isFinite(usage.tokens) && usage.tokens > 0 ? Math.round(usage.tokens) : 0;
        return { vectors, dimension: vectors[0]?.length ?? 0, tokens };
      } catch (error) {
        if (signal.aborted) throw new ModelError("cancelled", t("Cancelled"), { cause: error });
        if (late.aborted)
          throw new ModelError("timeout", t("The AI provider did not answer in time."), { cause: error });
        throw modelErrorOf(tooLargeIn(error) ?? error, settings.apiKey);
      }
    },
  };
}

/** The vectors with the length 1. Refuses too few, different lengths, and anything that is no number. */
export function checkedVectors(embeddings: unknown, count: number): Float32Array[] {
  const refuse = (what: string) => new ModelError("bad_answer", what);
  if (!Array.isArray(embeddings) || embeddings.length !== count)
    throw refuse(t("The embedding model did not answer for each text."));
  const dimension = Array.isArray(embeddings[0]) ? embeddings[0].length : 0;
  return embeddings.map((given: unknown) => {
    if (!Array.isArray(given) || given.length !== dimension || dimension < 2 || dimension > maxDimension)
      throw refuse(t("The embedding model answered with vectors of different or impossible sizes."));
    const length = Math.sqrt(given.reduce((sum: number, value: unknown) => sum + square(value), 0));
    if (!Number.isFinite(length) || length === 0)
      throw refuse(t("The embedding model answered with something that is no vector."));
    return Float32Array.from(given as number[], (value) => value / length);
  });
}

const square = (value: unknown) => (typeof value === "number" ? value * value : Number.NaN);

class TooLarge extends Error {}

const tooLargeIn = (error: unknown): ModelError | undefined => {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof TooLarge)
      return new ModelError("bad_answer", t("The AI provider's answer is too long."), { cause: error });
  return undefined;
};

/** Ends a body that is longer than any answer, so that a server cannot fill the memory. */
const boundedFetch =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    let size = 0;
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, stream) {
          size += chunk.length;
          if (size > maxBytes) stream.error(new TooLarge("The answer is too long"));
          else stream.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(bounded, { status, statusText, headers });
  };

async function openEmbeddingModel(settings: EmbeddingSettings, fetch: Fetch): Promise<EmbeddingModel> {
  const { provider, model, apiKey } = settings;
  const options = { baseURL: providerBase(settings), apiKey, fetch };
  switch (provider) {
    case "gemini":
      return (await import("@ai-sdk/google")).createGoogle(options).embeddingModel(model);
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI(options).embeddingModel(model);
    case "mistral":
      return (await import("@ai-sdk/mistral")).createMistral(options).embeddingModel(model);
    case "azure":
      return (await import("@ai-sdk/azure")).createAzure(options).embeddingModel(model);
    case "bedrock": {
      const accessKey = awsAccessKeyIn(apiKey);
      return (await import("@ai-sdk/amazon-bedrock"))
        .createAmazonBedrock({ ...options, region: settings.region, ...(accessKey && { ...accessKey, apiKey: "" }) })
        .embeddingModel(model);
    }
    default: {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({ ...options, name: provider }).embeddingModel(model);
    }
  }
}
