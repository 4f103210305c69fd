import { expect, test } from "vitest";
import { findWindow } from "./find-window.ts";
import type { ProviderSettings } from "./text-model.ts";

const signal = new AbortController().signal;
type Answers = Record<string, unknown>;

/** A fetch that answers by the path, and 404 otherwise. */
const answering = (answers: Answers) =>
  (async (url: string) => {
    const answer = answers[new URL(url).pathname];
    return answer === undefined ? new Response("", { status: 404 }) : new Response(JSON.stringify(answer));
  }) as typeof fetch;

const windowOf = (provider: ProviderSettings["provider"], model: string, answers: Answers) => {
  const settings = { provider, model, temperature: 0, baseUrl: "http://model.test/v1", region: "", apiKey: "k" };
  return findWindow({ ...settings, chosenBy: "owner" }, answering(answers), signal);
};
const listed = (entry: object) => ({ "/v1/models": { data: [{ id: "other", context_length: 9_999 }, entry] } });

test.each([
  ["openrouter", listed({ id: "m", context_length: 131_072, top_provider: { context_length: 64_000 } }), 64_000],
  ["openrouter", listed({ id: "m", context_length: 131_072, top_provider: { context_length: null } }), 131_072],
  ["groq", listed({ id: "m", context_window: 131_072 }), 131_072],
  ["mistral", listed({ id: "m", max_context_length: 262_144 }), 262_144],
  ["anthropic", listed({ id: "m", max_input_tokens: 1_000_000 }), 1_000_000],
  ["compatible", listed({ id: "m", max_model_len: 16_384 }), 16_384],
  ["compatible", listed({ id: "m", meta: { n_ctx: 4_096 } }), 4_096],
  ["gemini", { "/v1/models": { models: [{ name: "models/m", inputTokenLimit: 1_048_576 }] } }, 1_048_576],
  ["llamacpp", { "/props": { default_generation_settings: { n_ctx: 2_048 } } }, 2_048],
  [
    "lmstudio",
    { "/api/v0/models": { data: [{ id: "m", max_context_length: 131_072, loaded_context_length: 8_192 }] } },
    8_192,
  ],
  ["lmstudio", { "/api/v0/models": { data: [{ id: "m", max_context_length: 131_072, state: "not-loaded" }] } }, 4_096],
  [
    "ollama",
    { "/api/show": { parameters: 'stop "x"\nnum_ctx 16384', model_info: { "llama.context_length": 131_072 } } },
    16_384,
  ],
  ["ollama", { "/api/show": { model_info: { "llama.context_length": 131_072 } } }, 4_096],
  [
    "ollama",
    {
      "/api/show": { model_info: { "llama.context_length": 131_072 } },
      "/api/ps": { models: [{ name: "m:latest", context_length: 32_768 }] },
    },
    32_768,
  ],
] as [ProviderSettings["provider"], Answers, number][])(
  "%s states the window of a model",
  async (provider, answers, window) => {
    expect(await windowOf(provider, "m", answers)).toBe(window);
  },
);

test("a window that is absent, absurd or of another model is not stated, and neither is that of a server that fails", async () => {
  for (const context_length of [-1, 0, 12, 1e12, 8_000.5, "8000", null, {}, [8_000]])
    expect(await windowOf("openrouter", "m", listed({ id: "m", context_length }))).toBeUndefined();
  for (const answer of [null, [], "text", { data: "no list" }, { data: [null, 7, []] }, {}])
    expect(await windowOf("compatible", "m", { "/v1/models": answer })).toBeUndefined();
  for (const provider of ["openai", "azure", "ollama", "lmstudio", "llamacpp"] as const)
    expect(await windowOf(provider, "m", {})).toBeUndefined();
  const failing = (async () => {
    throw new Error("away");
  }) as typeof fetch;
  const settings = { provider: "groq", model: "m", temperature: 0, baseUrl: "", region: "", apiKey: "" } as const;
  expect(await findWindow({ ...settings, chosenBy: "owner" }, failing, signal)).toBeUndefined();
});
