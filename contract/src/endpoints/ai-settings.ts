import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line, text, wholeNumber } from "../fields.ts";
import {
  type AiProvider,
  aiProviderRules,
  aiProviders,
  aiSources,
  awsAccessKeyIn,
  awsRegionPattern,
  companyProviders,
  suspectRules,
} from "../rules/ai-providers.ts";
import { t } from "../text/t.ts";

const invalidTemperature = t("Temperature must be a number from 0 to 1");
const invalidBaseUrl = t("Base URL must be an http(s) address");
const baseUrl = z.union(
  [
    z.literal(""),
    z
      .url({ protocol: /^https?$/, error: invalidBaseUrl })
      .max(500, t("Base URL is too long"))
      // A password in the URL would be stored unencrypted and shown; the API key has its own field.
      .refine((text) => !/^https?:\/\/[^/]*@/i.test(text), t("Base URL must not hold a user name or password"))
      // Because paths are appended to it.
      .refine((text) => !/[?#]/.test(text), t("Base URL must not hold ? or #")),
  ],
  invalidBaseUrl,
);
const region = z
  .string()
  .trim()
  .refine((text) => text === "" || awsRegionPattern.test(text), t("Region must be an AWS region such as eu-central-1"));

/** A provider and its address. The key is blank, or given for this provider and address. */
const connection = {
  provider: z.enum(aiProviders),
  /** For a provider whose address is typed, such as `compatible`. */
  baseUrl: baseUrl.default(""),
  /** The AWS region, for `bedrock`. */
  region: region.optional(),
  /** Blank keeps the stored key. If the provider or the base URL changes, blank removes it. */
  apiKey: line(t("API key"), 1000).optional(),
};

const invalidCost = t("Daily budget must be an amount from 0.01 to 100,000 US dollars");
/** Absent keeps what is stored. */
const workAndBudget = {
  /** The models for summaries, and for subjects and other quick work; empty: the same as `model`. */
  summaryModel: line(t("Model for summaries"), 200).optional(),
  quickModel: line(t("Model for quick work"), 200).optional(),
  /** The model that makes knowledge searchable by meaning; empty: none. */
  embeddingModel: line(t("Embedding model"), 200).optional(),
  /** Limits of a day, which begins at 00:00 UTC; null: none. */
  dailyTokens: wholeNumber(t("Daily token budget"), 1000, 1_000_000_000).nullable().optional(),
  /** In US dollars, by the list prices of models whose price is known. */
  dailyCost: z.number(invalidCost).min(0.01, invalidCost).max(100_000, invalidCost).nullable().optional(),
};

type Issues = { addIssue(issue: { code: "custom"; path: string[]; message: string }): void };
type Connection = {
  provider: AiProvider;
  baseUrl: string;
  region?: string | undefined;
  apiKey?: string | undefined;
  embeddingModel?: string | undefined;
};

/** Requires the address that the provider needs, and a key of a form that it has. */
function checkConnection(form: Connection, issues: Issues) {
  const { provider, baseUrl: address, region: place, apiKey = "", embeddingModel } = form;
  if (embeddingModel && provider !== "builtin" && !aiProviderRules[provider].embeddingModels)
    issues.addIssue({
      code: "custom",
      path: ["embeddingModel"],
      message: t("{provider} has no embedding models", { provider: aiProviderRules[provider].name }),
    });
  const needed = aiProviderRules[provider].address;
  if (needed === "typed" && !address)
    issues.addIssue({ code: "custom", path: ["baseUrl"], message: t("Base URL is required") });
  if (needed === "region" && !place)
    issues.addIssue({ code: "custom", path: ["region"], message: t("Region is required") });
  if (provider === "bedrock" && apiKey.includes(":") && !awsAccessKeyIn(apiKey))
    issues.addIssue({
      code: "custom",
      path: ["apiKey"],
      message: t("An access key must be ACCESS_KEY_ID:SECRET_ACCESS_KEY, such as AKIA…:wJalr…"),
    });
}

export const aiSettingsForm = z
  .strictObject({
    ...connection,
    model: line(t("Model"), 200),
    temperature: z.number(invalidTemperature).min(0, invalidTemperature).max(1, invalidTemperature),
    systemPrompt: text(t("System prompt"), 10_000).trim(),
    /** If the provider fails, the built-in engine answers; otherwise the call fails with the provider's error. */
    fallback: z.boolean().default(true),
    ...workAndBudget,
    /** The providers that the company may use with its own key. */
    allowedProviders: z.array(z.enum(companyProviders)).max(20).optional(),
    /** The models, besides the chosen ones, that the company may use. */
    allowedModels: z
      .array(line(t("Model"), 200).min(1))
      .max(50, t("At most 50 models can be allowed"))
      .optional(),
  })
  .superRefine((form, context) => {
    if (form.provider !== "builtin" && !form.model)
      context.addIssue({ code: "custom", path: ["model"], message: t("Model is required") });
    checkConnection(form, context);
  });

export const aiSettingsView = z.object({
  provider: z.enum(aiProviders),
  model: z.string(),
  temperature: z.number(),
  systemPrompt: z.string(),
  baseUrl: z.string(),
  region: z.string(),
  hasApiKey: z.boolean(),
  fallback: z.boolean(),
  summaryModel: z.string(),
  quickModel: z.string(),
  embeddingModel: z.string(),
  dailyTokens: z.number().nullable(),
  dailyCost: z.number().nullable(),
  allowedProviders: z.array(z.enum(aiProviders)),
  allowedModels: z.array(z.string()),
});

/** Whether the stored key belonged to another provider or base URL and was removed. */
const keyDropped = z.boolean();

const testCall = {
  body: z.strictObject({
    prompt: text(t("Prompt"), 4000).trim().min(1, t("Prompt is required")),
  }),
  response: z.object({
    ok: z.boolean(),
    provider: z.enum(aiProviders),
    model: z.string(),
    tokens: z.number().int(),
    durationMs: z.number().int(),
    /** Until the first word of the answer. */
    firstTextMs: z.number().int().optional(),
    /** US dollars for a thousand mails like this one, by list prices; absent if the price is not known. */
    costPerThousand: z.number().optional(),
    /** When and where the prices were read. */
    pricesAsOf: z.string().optional(),
    /** The answer of the model, or the error. */
    output: z.string(),
  }),
  perMinute: 20,
};

const embeddingTestCall = {
  response: z.object({
    ok: z.boolean(),
    provider: z.enum(aiProviders),
    model: z.string(),
    /** How many numbers the model gives for a text; 0 if it failed. */
    dimension: z.number().int(),
    tokens: z.number().int(),
    durationMs: z.number().int(),
    /** The outcome, in a sentence. */
    message: z.string(),
  }),
  perMinute: 20,
};

export const modelListForm = z.strictObject(connection).superRefine(checkConnection);
const listCall = {
  body: modelListForm,
  response: z.object({
    models: z.array(z.string()),
    /** Why the provider's own list is not shown; absent if it is. */
    reason: z.string().optional(),
  }),
  perMinute: 30,
};

export const foundModels = z.object({
  provider: z.enum(aiProviders),
  host: z.string(),
  baseUrl: z.string(),
  models: z.array(z.string()),
});

const superAdmin = { access: "super-admin", tenancy: "named" } as const;

export const aiSettings = {
  get: endpoint({
    method: "GET",
    path: "/ai",
    ...superAdmin,
    summary: "Get the company's AI settings, or the defaults",
    response: aiSettingsView,
  }),
  update: endpoint({
    method: "PUT",
    path: "/ai",
    ...superAdmin,
    // A model's server reads the mail of the company.
    stepUp: true,
    summary: "Save the company's AI settings",
    body: aiSettingsForm,
    response: aiSettingsView.extend({ keyDropped }),
  }),
  test: endpoint({
    method: "POST",
    path: "/ai/test",
    ...superAdmin,
    summary: "Test the configured model; without a key the built-in engine answers",
    ...testCall,
  }),
  testEmbedding: endpoint({
    method: "POST",
    path: "/ai/test-embedding",
    ...superAdmin,
    summary: "Test the embedding model of the saved settings",
    ...embeddingTestCall,
  }),
  models: endpoint({
    method: "POST",
    path: "/ai/models",
    ...superAdmin,
    summary: "List the provider's models; names that are known without it if that fails",
    ...listCall,
  }),
  findLocal: endpoint({
    method: "GET",
    path: "/ai/local-models",
    ...superAdmin,
    summary: "Find model servers on this computer, or on a host; for super admins of the owner",
    query: z.strictObject({ host: line(t("Host"), 260).optional() }),
    response: z.object({ found: z.array(foundModels) }),
    perMinute: 20,
  }),
};

export const companyAiForm = z
  .strictObject({
    source: z.enum(aiSources),
    ...connection,
    /** Empty: the owner's model. Required for the company's own key. */
    model: line(t("Model"), 200).default(""),
    ...workAndBudget,
    /** Sentences of mail that try to give the assistant orders: marked in prompts, or left out. Absent keeps what is stored. */
    suspects: z.enum(suspectRules).optional(),
  })
  .superRefine((form, context) => {
    if (form.source !== "own") return;
    if (!form.model) context.addIssue({ code: "custom", path: ["model"], message: t("Model is required") });
    checkConnection(form, context);
  });

export const companyAiView = z.object({
  source: z.enum(aiSources),
  model: z.string(),
  summaryModel: z.string(),
  quickModel: z.string(),
  embeddingModel: z.string(),
  provider: z.enum(aiProviders),
  baseUrl: z.string(),
  region: z.string(),
  hasApiKey: z.boolean(),
  dailyTokens: z.number().nullable(),
  dailyCost: z.number().nullable(),
  suspects: z.enum(suspectRules),
  /** The model that the owner set up, and the others that the company may choose; null if there is none. */
  offered: z.object({ provider: z.enum(aiProviders), model: z.string(), models: z.array(z.string()) }).nullable(),
  /** The providers that the company may use with its own key. */
  allowedProviders: z.array(z.enum(aiProviders)),
  /** The model that answers now. */
  active: z.object({ provider: z.enum(aiProviders), model: z.string() }),
  /** The embedding model that is used now; empty: none. */
  activeEmbedding: z.string(),
  /** Since 00:00 UTC. `cost` counts the models whose price is known. */
  usedToday: z.object({ tokens: z.number(), cost: z.number() }),
});

const admin = { access: "admin", tenancy: "acting" } as const;

/** A company's choice of AI model, among the models that the owner allows. */
export const companyAi = {
  get: endpoint({
    method: "GET",
    path: "/ai/company",
    ...admin,
    summary: "Get the company's choice of AI model, and what the owner allows",
    response: companyAiView,
  }),
  update: endpoint({
    method: "PUT",
    path: "/ai/company",
    ...admin,
    stepUp: true,
    summary: "Choose the company's AI model, or save its own key",
    body: companyAiForm,
    response: companyAiView.extend({ keyDropped }),
  }),
  test: endpoint({
    method: "POST",
    path: "/ai/company/test",
    ...admin,
    summary: "Test the model that the company uses",
    ...testCall,
  }),
  testEmbedding: endpoint({
    method: "POST",
    path: "/ai/company/test-embedding",
    ...admin,
    summary: "Test the embedding model that the company uses",
    ...embeddingTestCall,
  }),
  models: endpoint({
    method: "POST",
    path: "/ai/company/models",
    ...admin,
    summary: "List the models of a provider that the company may use with its own key",
    ...listCall,
  }),
};
