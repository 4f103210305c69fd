import { t } from "../text/t.ts";
// The facts about each AI provider: its fields, its defaults and its limits. Form, server checks and calls all read this table.

export const aiProviders = [
  "gemini",
  "openai",
  "anthropic",
  "mistral",
  "azure",
  "bedrock",
  "openrouter",
  "groq",
  "ollama",
  "lmstudio",
  "llamacpp",
  "compatible",
  "file",
  "builtin",
] as const;
export type AiProvider = (typeof aiProviders)[number];

export type AiProviderRule = {
  name: string;
  key: "required" | "optional" | "none";
  /** `fixed`: the provider has one address. `typed`: the base URL is a setting. `region`: the address follows from a region. */
  address: "fixed" | "typed" | "region";
  /** How the list of models is fetched. Without it, the model's name is typed. */
  list?: "openai" | "gemini" | "anthropic" | "bedrock" | "ollama" | "file";
  /** Runs on a computer of the company. The provider charges nothing. */
  isLocal?: true;
  /** Names of embedding models that are suggested. Absent: the provider has no embeddings. */
  embeddingModels?: readonly string[];
  /** Names that are suggested if the provider's own list is not available. */
  models: readonly string[];
  /** Chosen with the provider; the first of `models` if absent. */
  defaultModel?: string;
  baseUrlExample?: string;
  baseUrlHint?: string;
  keyHint?: string;
  modelHint?: string;
};

export const aiProviderRules: Record<AiProvider, AiProviderRule> = {
  gemini: {
    name: "Google Gemini",
    key: "required",
    address: "fixed",
    list: "gemini",
    models: ["gemini-1.5-pro", "gemini-1.5-flash", "gemini-1.0-pro"],
    embeddingModels: ["gemini-embedding-001"],
    defaultModel: "gemini-3.8-flash",
    keyHint: t("From Google AI Studio."),
  },
  openai: {
    name: "OpenAI",
    key: "required",
    address: "fixed",
    list: "openai",
    models: ["gpt-4o", "gpt-4o-mini", "gpt-3.5-turbo"],
    embeddingModels: ["text-embedding-3-small", "text-embedding-3-large"],
    keyHint: t("From platform.openai.com, API keys."),
  },
  anthropic: {
    name: "Anthropic",
    key: "required",
    address: "fixed",
    list: "anthropic",
    models: ["claude-sonnet-5-5", "claude-haiku-5-5"],
    keyHint: t("From the Claude Console, API keys."),
  },
  mistral: {
    name: "Mistral",
    key: "required",
    address: "fixed",
    list: "openai",
    models: ["mistral-medium-latest", "mistral-small-latest", "mistral-large-latest"],
    embeddingModels: ["mistral-embed"],
    keyHint: t("From Mistral's console, API keys."),
  },
  azure: {
    name: "Azure OpenAI",
    key: "required",
    address: "typed",
    models: [],
    embeddingModels: [],
    baseUrlExample: "https://my-resource.openai.azure.com",
    baseUrlHint: t("The endpoint of your Azure OpenAI resource."),
    keyHint: t("From the resource's page in Azure, Keys and Endpoint."),
    modelHint: t("The name of your deployment."),
  },
  bedrock: {
    name: "Amazon Bedrock",
    key: "required",
    address: "region",
    list: "bedrock",
    models: [],
    embeddingModels: ["amazon.titan-embed-text-v2:0"],
    keyHint: "A Bedrock API key, or an access key as ACCESS_KEY_ID:SECRET_ACCESS_KEY.",
    modelHint: t("The id of a model or of an inference profile."),
  },
  openrouter: {
    name: "OpenRouter",
    key: "required",
    address: "fixed",
    list: "openai",
    models: ["openrouter/auto"],
    embeddingModels: ["openai/text-embedding-3-small"],
    keyHint: t("From openrouter.ai, Keys."),
  },
  groq: {
    name: "Groq",
    key: "required",
    address: "fixed",
    list: "openai",
    models: ["openai/gpt-oss-120b", "openai/gpt-oss-20b", "llama-3.3-70b-versatile"],
    keyHint: t("From console.groq.com, API Keys."),
  },
  ollama: {
    name: "Ollama",
    key: "none",
    address: "typed",
    list: "ollama",
    isLocal: true,
    models: [],
    embeddingModels: ["nomic-embed-text", "bge-m3"],
    baseUrlExample: "http://127.0.0.1:11434/v1",
    modelHint: "A model that you have pulled, such as llama3.2.",
  },
  lmstudio: {
    name: "LM Studio",
    key: "none",
    address: "typed",
    list: "openai",
    isLocal: true,
    models: [],
    embeddingModels: [],
    baseUrlExample: "http://127.0.0.1:1234/v1",
    baseUrlHint: t("Start its server on the Developer page."),
  },
  llamacpp: {
    name: "llama.cpp server",
    key: "optional",
    address: "typed",
    list: "openai",
    isLocal: true,
    models: [],
    embeddingModels: [],
    baseUrlExample: "http://127.0.0.1:8080/v1",
    keyHint: t("Only if llama-server was started with --api-key."),
  },
  compatible: {
    name: "OpenAI-compatible",
    key: "optional",
    address: "typed",
    list: "openai",
    models: [],
    embeddingModels: [],
    baseUrlExample: "https://llm.example.com/v1",
    baseUrlHint: t("Any server with an OpenAI-compatible API, such as vLLM."),
  },
  file: {
    name: "This computer",
    key: "none",
    address: "fixed",
    list: "file",
    isLocal: true,
    models: [],
    modelHint: t("The model file of this server. Its operator sets INTELLIBOX_MODEL_FILE."),
  },
  builtin: { name: "Built-in engine", key: "none", address: "fixed", models: [] },
};

export const aiProviderNames = Object.fromEntries(
  aiProviders.map((provider) => [provider, aiProviderRules[provider].name]),
) as Record<AiProvider, string>;

/** The providers that a company's admin may use with the company's own key, unless the owner decides otherwise. */
export const defaultCompanyProviders: AiProvider[] = aiProviders.filter((provider) => {
  const { isLocal, key } = aiProviderRules[provider];
  return !isLocal && key === "required";
});

/** Providers that a company may never use by its own choice: their address is in the operator's network. */
export const companyProviders: AiProvider[] = aiProviders.filter(
  (provider) => provider !== "builtin" && !aiProviderRules[provider].isLocal,
);

/** Models that their provider has switched off, and what to use instead (ai.google.dev/gemini-api/docs/deprecations). */
const retiredModels: Partial<Record<AiProvider, readonly { pattern: RegExp; successor: string }[]>> = {
  gemini: [
    { pattern: /^(models\/)?gemini-(1\.[05]|2\.0)-(flash-lite|flash-8b)/, successor: "gemini-3.5-flash-lite" },
    { pattern: /^(models\/)?gemini-(1\.[05]|2\.0)-/, successor: "gemini-3.8-flash" },
  ],
};

/** The model to use in place of a retired one; undefined if the model is not known to be retired. */
export const successorOf = (provider: AiProvider, model: string): string | undefined =>
  retiredModels[provider]?.find(({ pattern }) => pattern.test(model.trim()))?.successor;

/** The model that is filled in when a provider is chosen. */
export const defaultModelOf = (provider: AiProvider): string =>
  aiProviderRules[provider].defaultModel ?? aiProviderRules[provider].models[0] ?? "";

/** An AWS region, such as eu-central-1. The address is made from it, so nothing else may pass. */
export const awsRegionPattern = /^[a-z]{2,4}(-[a-z]{2,12}){1,3}-\d{1,2}$/;

export type AwsAccessKey = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** An access key of AWS in the field of the API key, as ACCESS_KEY_ID:SECRET_ACCESS_KEY, with a session token if it is temporary. */
export function awsAccessKeyIn(apiKey: string): AwsAccessKey | undefined {
  const [, accessKeyId, secretAccessKey, sessionToken] =
    /^((?:AKIA|ASIA)[A-Z0-9]{12,124}):([\w+/=]{16,200})(?::([\w+/=]{16,800}))?$/.exec(apiKey.trim()) ?? [];
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/** The source of a company's model: the owner's model, the company's own key, or the built-in engine. */
export const aiSources = ["owner", "own", "builtin"] as const;
export type AiSource = (typeof aiSources)[number];

/** How prompts treat sentences of mail that try to give the assistant orders: they mark them or leave them out. */
export const suspectRules = ["mark", "leave-out"] as const;
export type SuspectRule = (typeof suspectRules)[number];

export type ModelWork = "writing" | "summarizing" | "quick";
