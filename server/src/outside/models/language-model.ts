// Opens a provider's model with its package of the AI SDK. The packages are loaded when they are first needed.
import { awsAccessKeyIn } from "@intellibox/contract/rules/ai-providers";
import type { LanguageModel } from "ai";
import { providerBase } from "./provider-base.ts";
import type { ProviderSettings } from "./text-model.ts";

type Fetch = typeof globalThis.fetch;

export async function openLanguageModel(settings: ProviderSettings, fetch: Fetch): Promise<LanguageModel> {
  const { provider, model, apiKey } = settings;
  const accessKey = provider === "bedrock" ? awsAccessKeyIn(apiKey) : undefined;
  const options = { baseURL: providerBase(settings), apiKey, fetch };
  switch (provider) {
    case "gemini":
      return (await import("@ai-sdk/google")).createGoogle(options)(model);
    case "openai":
      return (await import("@ai-sdk/openai")).createOpenAI(options).chat(model);
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(options)(model);
    case "mistral":
      return (await import("@ai-sdk/mistral")).createMistral(options)(model);
    case "azure":
      return (await import("@ai-sdk/azure")).createAzure(options).chat(model);
    case "bedrock":
      return (await import("@ai-sdk/amazon-bedrock")).createAmazonBedrock({
        ...options,
        region: settings.region,
        // An access key signs each request. The empty key keeps the SDK from using a token of the server's environment.
        ...(accessKey && { ...accessKey, apiKey: "" }),
      })(model);
    default: {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({ ...options, name: provider, includeUsage: true })(model);
    }
  }
}
