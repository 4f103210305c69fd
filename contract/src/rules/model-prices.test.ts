import { expect, test } from "vitest";
import { aiProviderRules, aiProviders, defaultModelOf, successorOf } from "./ai-providers.ts";
import { costOf, priceOf } from "./model-prices.ts";

test("a known price has its source and month; a dated name has the price of the name without its date", () => {
  expect(priceOf("openai", "gpt-4o")).toEqual({
    ...{ input: 2.5, output: 10 },
    source: "developers.openai.com/api/docs/pricing",
    asOf: "October 2026",
  });
  for (const name of ["gpt-4o-2024-11-20", " gpt-4o "]) expect(priceOf("openai", name)?.input).toBe(2.5);
  expect(priceOf("openai", "gpt-4o-unheard-of")).toBeUndefined();
  expect(priceOf("openai", "constructor")).toBeUndefined();
  expect(costOf("openai", "gpt-4o", 1_000_000, 100_000)).toBe(3.5);
  expect(costOf("ollama", "anything", 1_000_000, 1_000_000)).toBe(0);
});

test("the model that is filled in for Gemini, OpenAI and Anthropic has a known price, and so have successors of retired models", () => {
  for (const provider of ["gemini", "openai", "anthropic"] as const)
    expect(priceOf(provider, defaultModelOf(provider)), provider).toBeDefined();
  for (const provider of aiProviders)
    for (const model of aiProviderRules[provider].models) {
      const successor = successorOf(provider, model);
      if (successor) expect(priceOf(provider, successor), successor).toBeDefined();
    }
  expect(priceOf("gemini", successorOf("gemini", "gemini-1.5-flash-8b") ?? "")).toBeDefined();
});
