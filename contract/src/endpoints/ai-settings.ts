import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line, text } from "../fields.ts";
import { aiProviders } from "../rules/choices.ts";

const invalidTemperature = "Temperature must be a number from 0 to 1";
const invalidBaseUrl = "Base URL must be an http(s) address";
const baseUrl = z.union(
  [
    z.literal(""),
    z
      .url({ protocol: /^https?$/, error: invalidBaseUrl })
      .max(500, "Base URL is too long")
      // A password in the URL would be stored unencrypted and shown; the API key has its own field.
      .refine((text) => !/^https?:\/\/[^/]*@/i.test(text), "Base URL must not hold a user name or password")
      // Because paths are appended to it.
      .refine((text) => !/[?#]/.test(text), "Base URL must not hold ? or #"),
  ],
  invalidBaseUrl,
);

export const aiSettingsForm = z
  .strictObject({
    provider: z.enum(aiProviders),
    model: line("Model", 200),
    temperature: z.number(invalidTemperature).min(0, invalidTemperature).max(1, invalidTemperature),
    systemPrompt: text("System prompt", 10_000).trim(),
    /** The address of a `compatible` provider. */
    baseUrl: baseUrl.default(""),
    /** Blank keeps the stored key. If the provider or the base URL changes, blank removes it. */
    apiKey: line("API key", 1000).optional(),
    /** If the provider fails, the built-in engine answers; otherwise the call fails with the provider's error. */
    fallback: z.boolean().default(true),
  })
  .superRefine(({ provider, model, baseUrl: address }, context) => {
    if (provider !== "builtin" && !model)
      context.addIssue({ code: "custom", path: ["model"], message: "Model is required" });
    if (provider === "compatible" && !address)
      context.addIssue({ code: "custom", path: ["baseUrl"], message: "Base URL is required" });
  });

export const aiSettingsView = z.object({
  provider: z.enum(aiProviders),
  model: z.string(),
  temperature: z.number(),
  systemPrompt: z.string(),
  baseUrl: z.string(),
  hasApiKey: z.boolean(),
  fallback: z.boolean(),
});

export const aiSettings = {
  get: endpoint({
    method: "GET",
    path: "/ai",
    access: "super-admin",
    tenancy: "named",
    summary: "Get the company's AI settings, or the defaults",
    response: aiSettingsView,
  }),
  update: endpoint({
    method: "PUT",
    path: "/ai",
    access: "super-admin",
    tenancy: "named",
    summary: "Save the company's AI settings",
    body: aiSettingsForm,
    response: aiSettingsView.extend({
      /** The stored key belonged to another provider or base URL and was removed. */
      keyDropped: z.boolean(),
    }),
  }),
  test: endpoint({
    method: "POST",
    path: "/ai/test",
    access: "super-admin",
    tenancy: "named",
    summary: "Test the configured model; without a key the built-in engine answers",
    body: z.strictObject({
      prompt: text("Prompt", 4000).trim().min(1, "Prompt is required"),
    }),
    response: z.object({
      ok: z.boolean(),
      provider: z.enum(aiProviders),
      model: z.string(),
      tokens: z.number().int(),
      durationMs: z.number().int(),
      /** The answer of the model, or the error. */
      output: z.string(),
    }),
    perMinute: 20,
  }),
};
