// The models that a provider offers, by its own list. Names come from outside: they are bounded and cleaned, and only ever shown.
import { aiProviderRules, awsAccessKeyIn } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { listBase, providerBase } from "./provider-base.ts";
import { readJson } from "./read-json.ts";
import { ModelError, type ProviderSettings } from "./text-model.ts";

type Fetch = typeof globalThis.fetch;
export type ListSettings = Omit<ProviderSettings, "model" | "temperature">;

const maxBytes = 8 << 20;
const maxModels = 1000;
const patienceMs = 10_000;

/** Throws a ModelError if the provider gives no list. */
export async function listModels(settings: ListSettings, fetch: Fetch, signal: AbortSignal): Promise<string[]> {
  const { list } = aiProviderRules[settings.provider];
  // The list of "file" is not fetched: there is one model at most.
  if (!list || list === "file") return [];
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  try {
    const answers = await Promise.all(
      requestsOf(list, settings).map(async ({ url, headers, isOptional }) => {
        const signed = await signedFor(settings, url, { accept: "application/json", ...headers });
        const response = await fetch(url, { headers: signed, signal: inTime });
        if (response.ok) return readJson(response, maxBytes);
        await response.body?.cancel();
        if (isOptional) return undefined;
        throw refusalOf(response.status);
      }),
    );
    return cleanNames(answers.flatMap((answer) => (answer === undefined ? [] : readers[list](answer))));
  } catch (error) {
    if (signal.aborted) throw new ModelError("cancelled", t("Cancelled"), { cause: error });
    if (inTime.aborted) throw new ModelError("timeout", t("The AI provider did not answer in time."), { cause: error });
    if (error instanceof ModelError) throw error;
    // Loaded on use, because it loads the AI SDK.
    throw (await import("./model-error-of.ts")).modelErrorOf(error, settings.apiKey);
  }
}

/** A request to Amazon with an access key is signed; with an API key it has that. */
async function signedFor({ provider, region, apiKey }: ListSettings, url: string, headers: Record<string, string>) {
  const accessKey = provider === "bedrock" ? awsAccessKeyIn(apiKey) : undefined;
  if (!accessKey) return headers;
  const { AwsClient } = await import("aws4fetch");
  const { authorization: _, ...others } = headers;
  const client = new AwsClient({ ...accessKey, region, service: "bedrock" });
  return Object.fromEntries((await client.sign(url, { headers: others })).headers);
}

type ListRequest = { url: string; headers: Record<string, string>; isOptional?: boolean };
type ListKind = Exclude<NonNullable<(typeof aiProviderRules)["openai"]["list"]>, "file">;

export function requestsOf(list: ListKind, settings: ListSettings): ListRequest[] {
  const base = listBase(settings);
  const { apiKey } = settings;
  const bearer: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  switch (list) {
    case "gemini":
      return [{ url: `${base}/models?pageSize=1000`, headers: { "x-goog-api-key": apiKey } }];
    case "anthropic":
      return [
        { url: `${base}/models?limit=1000`, headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" } },
      ];
    case "bedrock":
      return [
        { url: `${base}/foundation-models?byOutputModality=TEXT&byInferenceType=ON_DEMAND`, headers: bearer },
        { url: `${base}/inference-profiles?maxResults=1000`, headers: bearer, isOptional: true },
      ];
    case "ollama":
      return [{ url: ollamaTags(providerBase(settings)), headers: bearer }];
    default:
      return [{ url: `${base}/models`, headers: bearer }];
  }
}

/** Ollama's own list, which needs no OpenAI-compatible path. */
export const ollamaTags = (base: string) => `${base.replace(/\/v1$/, "")}/api/tags`;

const listOf = <Item extends z.ZodType>(key: string, item: Item) =>
  z.object({ [key]: z.array(z.unknown()) }).transform((answer) =>
    (answer[key] ?? []).flatMap((one) => {
      const read = item.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );
const openai = listOf("data", z.object({ id: z.string() }));
const gemini = listOf(
  "models",
  z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).optional() }),
);
const ollama = listOf("models", z.object({ name: z.string() }));
const foundation = listOf("modelSummaries", z.object({ modelId: z.string() }));
const profiles = listOf("inferenceProfileSummaries", z.object({ inferenceProfileId: z.string() }));

function read<Output>(schema: z.ZodType<Output>, answer: unknown): Output {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ModelError("bad_answer", t("The list of models could not be read."), { cause: parsed.error });
}

export const readers: Record<ListKind, (answer: unknown) => string[]> = {
  openai: (answer) => read(openai, answer).map(({ id }) => id),
  anthropic: (answer) => read(openai, answer).map(({ id }) => id),
  ollama: (answer) => read(ollama, answer).map(({ name }) => name),
  bedrock: (answer) =>
    profiles.safeParse(answer).success
      ? read(profiles, answer).map(({ inferenceProfileId }) => inferenceProfileId)
      : read(foundation, answer).map(({ modelId }) => modelId),
  gemini: (answer) =>
    read(gemini, answer)
      .filter(({ supportedGenerationMethods: methods }) => !methods || methods.includes("generateContent"))
      .map(({ name }) => name.replace(/^models\//, "")),
};

/** Names that can be a model: one line, no control or direction characters, at most 200 characters. Models for other work are left out. */
export const cleanNames = (names: string[]): string[] =>
  [...new Set(names.map((name) => name.trim()))]
    .filter((name) => name.length > 0 && name.length <= 200 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    .filter((name) => !otherWork.test(name))
    .slice(0, maxModels);

/** Names of models that do not write text. */
const otherWork = /embed|whisper|tts|dall-e|moderation|transcri|rerank|(^|[-/])(image|imagen|veo|sora)|guard/i;

function refusalOf(status: number): ModelError {
  if (status === 401 || status === 403) return new ModelError("auth", t("The AI provider did not accept the key."));
  if (status === 429)
    return new ModelError("throttled", t("The AI provider is busy or the account's limit is reached."));
  if (status < 500) return new ModelError("rejected", t("The AI provider has no list of models at this address."));
  return new ModelError("unreachable", t("The AI provider has trouble at the moment."));
}
