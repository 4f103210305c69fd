// The context window of a model in tokens, as its provider states it. Answers come from outside: anything but a plausible number is
// treated as not stated.
import { aiProviderRules } from "@intellibox/contract/rules/ai-providers";
import { requestsOf } from "./list-models.ts";
import { providerBase } from "./provider-base.ts";
import { readJson } from "./read-json.ts";
import type { ProviderSettings } from "./text-model.ts";

type Fetch = typeof globalThis.fetch;
type Json = Record<string, unknown>;

const maxBytes = 8 << 20;
const patienceMs = 1_500;

/** The window with which Ollama and LM Studio load a model by default. Ollama cuts longer prompts without an error. */
const localDefault = 4_096;

/** Undefined if the provider does not state it, or cannot be asked. */
export async function findWindow(
  settings: ProviderSettings,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<number | undefined> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const headers: Record<string, string> = {
    accept: "application/json",
    ...(settings.apiKey && { authorization: `Bearer ${settings.apiKey}` }),
  };
  const ask = async (url: string, init: RequestInit = {}): Promise<unknown> => {
    try {
      const response = await fetch(url, { ...init, headers: { ...headers, ...init.headers }, signal: inTime });
      if (response.ok) return await readJson(response, maxBytes);
      await response.body?.cancel();
    } catch {
      // Away, slow or not JSON: the window that is known without asking is used.
    }
    return undefined;
  };
  const { provider, model } = settings;
  const root = providerBase(settings).replace(/\/v1$/, "");
  if (provider === "ollama") {
    const body = JSON.stringify({ model });
    const json = { "content-type": "application/json" };
    const [shown, running] = await Promise.all([
      ask(`${root}/api/show`, { method: "POST", body, headers: json }),
      ask(`${root}/api/ps`),
    ]);
    return ollamaWindow(shown, entryOf(running, model));
  }
  if (provider === "lmstudio") {
    const entry = entryOf(await ask(`${root}/api/v0/models`), model);
    return windowIn(entry?.loaded_context_length) ?? atMost(localDefault, windowIn(entry?.max_context_length));
  }
  if (provider === "llamacpp")
    return windowIn(inside(await ask(`${root}/props`), "default_generation_settings")?.n_ctx);
  const { list } = aiProviderRules[provider];
  const [request] = list && listsWindows(list) ? requestsOf(list, settings) : [];
  return request && statedIn(entryOf(await ask(request.url, { headers: request.headers }), model));
}

const listsWindows = (list: string): list is "openai" | "gemini" | "anthropic" =>
  ["openai", "gemini", "anthropic"].includes(list);

/** The fields of OpenRouter, Groq, Mistral, vLLM, Gemini and Anthropic. */
const fields = [
  "context_length",
  "context_window",
  "max_context_length",
  "max_model_len",
  "inputTokenLimit",
  "max_input_tokens",
];

function statedIn(entry: Json | undefined): number | undefined {
  if (!entry) return undefined;
  const stated = fields.map((field) => windowIn(entry[field])).find((window) => window !== undefined);
  const inUse = windowIn(inside(entry, "meta")?.n_ctx);
  // OpenRouter's provider of the model may have less than the model itself.
  const served = windowIn(inside(entry, "top_provider")?.context_length);
  return atMost(served ?? Number.POSITIVE_INFINITY, stated ?? inUse);
}

/** `num_ctx` of the model's own file, the window that it is loaded with, or the server's default. */
function ollamaWindow(shown: unknown, running: Json | undefined): number | undefined {
  const { parameters, model_info: info } = (asObject(shown) ?? {}) as Json;
  const setting = /^num_ctx\s+(\d{3,9})\s*$/m.exec(typeof parameters === "string" ? parameters.slice(0, 20_000) : "");
  const architecture = asObject(info) ?? {};
  const largest = Object.keys(architecture).find((key) => key.endsWith(".context_length"));
  const loaded = windowIn(running?.context_length);
  return loaded ?? windowIn(Number(setting?.[1])) ?? atMost(localDefault, windowIn(largest && architecture[largest]));
}

/** The model's entry in a list, under one of the names that lists have for it. */
function entryOf(answer: unknown, model: string): Json | undefined {
  const { data, models } = (asObject(answer) ?? {}) as Json;
  const list = [data, models].find(Array.isArray) ?? [];
  const isNamed = (name: unknown) => name === model || name === `models/${model}` || name === `${model}:latest`;
  return list.map(asObject).find((entry) => entry && [entry.id, entry.name, entry.model].some(isNamed));
}

const asObject = (value: unknown): Json | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
const inside = (value: unknown, key: string) => asObject(asObject(value)?.[key]);
const windowIn = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 1_000 && value <= 20_000_000 ? value : undefined;
const atMost = (limit: number, window: number | undefined) =>
  window === undefined ? undefined : Math.min(limit, window);
