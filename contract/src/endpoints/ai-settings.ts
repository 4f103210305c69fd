import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line, text } from "../fields.ts";
import { aiProviders } from "../rules/choices.ts";

const wrongTemperature = "Temperature must be a number from 0 to 1";
const wrongBaseUrl = "Base URL must be an http(s) address";
const baseUrl = z.union(
  [
    z.literal(""),
    z
      .url({ protocol: /^https?$/, error: wrongBaseUrl })
      .max(500, "Base URL is too long")
      // The address is stored and shown unencrypted, so it may hold no password. The key has its own field.
      .refine((text) => !/^https?:\/\/[^/]*@/i.test(text), "Base URL must not hold a user name or password")
      // Paths are appended to it.
      .refine((text) => !/[?#]/.test(text), "Base URL must not hold ? or #"),
  ],
  wrongBaseUrl,
);

export const aiSettingsForm = z
  .strictObject({
    provider: z.enum(aiProviders),
    model: line("Model", 200),
    temperature: z.number(wrongTemperature).min(0, wrongTemperature).max(1, wrongTemperature),
    systemPrompt: text("System prompt", 10_000).trim(),
    /** The server's address, for `compatible`. */
    baseUrl: baseUrl.default(""),
    /** Blank keeps the stored key. A key belongs to its provider and address: if either changes, blank removes the key. */
    apiKey: line("API key", 1000).optional(),
    /** Whether the built-in engine answers if the provider fails. Otherwise the call fails with the provider's error. */
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
    summary: "The company's AI settings, or the defaults",
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
      /** The stored key was for another provider or address, and was removed. */
      keyDropped: z.boolean(),
    }),
  }),
  test: endpoint({
    method: "POST",
    path: "/ai/test",
    access: "super-admin",
    tenancy: "named",
    summary: "Ask the configured model; with no key the built-in engine answers",
    body: z.strictObject({
      prompt: text("Prompt", 4000).trim().min(1, "Prompt is required"),
    }),
    response: z.object({
      ok: z.boolean(),
      provider: z.enum(aiProviders),
      model: z.string(),
      tokens: z.number().int(),
      durationMs: z.number().int(),
      /** The model's answer, or the reason for the failure. */
      output: z.string(),
    }),
    perMinute: 20,
  }),
};
