import { aiProviderRules, awsRegionPattern } from "@intellibox/contract/rules/ai-providers";
import type { ProviderSettings } from "./text-model.ts";

/** The addresses of providers that have only one. Settings of the installation may replace them. */
const fixedBases: Partial<Record<ProviderSettings["provider"], string>> = {
  gemini: "https://generativelanguage.googleapis.com/v1beta",
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  mistral: "https://api.mistral.ai/v1",
  openrouter: "https://openrouter.ai/api/v1",
  groq: "https://api.groq.com/openai/v1",
};

type Address = Pick<ProviderSettings, "provider" | "baseUrl" | "region">;

/** The address that paths are appended to. An Azure endpoint without a path gets that of its OpenAI API. */
export function providerBase({ provider, baseUrl, region }: Address): string {
  const base = baseUrl.replace(/\/+$/, "");
  if (provider === "bedrock") return base || bedrockBase("bedrock-runtime", region);
  if (provider === "azure" && URL.canParse(base) && new URL(base).pathname === "/") return `${base}/openai/v1`;
  return base || (fixedBases[provider] ?? "");
}

/** The address of the API that lists models. Only Amazon has another one for it. */
export const listBase = (address: Address): string =>
  address.provider === "bedrock" && !address.baseUrl ? bedrockBase("bedrock", address.region) : providerBase(address);

function bedrockBase(service: string, region: string) {
  // The region is part of the host name: anything else in it could lead elsewhere.
  if (!awsRegionPattern.test(region)) throw new Error("The AWS region is not valid");
  return `https://${service}.${region}.amazonaws.com`;
}

/** Whether the base URL of the settings is used. The key of the other providers must not be sent to a URL left in the form. */
export const hasTypedAddress = (provider: ProviderSettings["provider"] | "builtin") =>
  aiProviderRules[provider].address === "typed";
