// Gemini, OpenAI and whatever speaks OpenAI's protocol. Gives the model no tools; never logs or throws a key.
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type LanguageModel, streamText } from "ai";
import { faultOf } from "./fault.ts";
import type { Asking, Model, ModelSettings, Question } from "./model.ts";
import { ModelError } from "./model.ts";

/** Long answers stream for a while; silence does not. */
const limits = { totalMs: 120_000, silenceMs: 30_000, maxChars: 400_000, maxTokens: 4096, retries: 2 };

export function openSdkModel(
  at: ModelSettings,
  fetch: typeof globalThis.fetch,
  limit: Partial<typeof limits> = {},
): Model {
  const model = languageModel(at, fetch);
  const bounds = { ...limits, ...limit };
  return { answer: (question, asking) => read(model, at, question, asking, bounds) };
}

function languageModel(
  { provider, model, baseUrl, apiKey }: ModelSettings,
  fetch: typeof globalThis.fetch,
): LanguageModel {
  const options = { baseURL: baseUrl, apiKey, fetch };
  if (provider === "gemini") return createGoogle(options)(model);
  if (provider === "openai") return createOpenAI(options).chat(model);
  return createOpenAICompatible({ ...options, name: "compatible", includeUsage: true })(model);
}

async function read(
  model: LanguageModel,
  at: ModelSettings,
  question: Question,
  { signal, onText }: Asking,
  bounds: typeof limits,
) {
  const silence = new AbortController();
  let alarm = setTimeout(() => silence.abort(), bounds.silenceMs);
  const stillThere = () => {
    clearTimeout(alarm);
    alarm = setTimeout(() => silence.abort(), bounds.silenceMs);
  };
  const late = AbortSignal.timeout(bounds.totalMs);
  let text = "";
  try {
    const result = streamText({
      model,
      system: question.system,
      prompt: question.prompt,
      temperature: at.temperature,
      maxOutputTokens: question.maxTokens ?? bounds.maxTokens,
      maxRetries: bounds.retries,
      abortSignal: AbortSignal.any([signal, silence.signal, late]),
      // Errors are thrown below, where they are translated; the library would print them.
      onError: () => undefined,
    });
    for await (const part of result.stream) {
      stillThere();
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw new DOMException("Aborted", "AbortError");
      if (part.type !== "text-delta") continue;
      text += part.text;
      // A model that never stops would fill our memory, and nobody reads a mail that long.
      if (text.length > bounds.maxChars) throw new ModelError("bad_answer", "The AI provider's answer is too long.");
      onText?.(part.text);
    }
    const usage = await result.usage;
    return { text, tokensIn: usage.inputTokens ?? 0, tokensOut: usage.outputTokens ?? 0 };
  } catch (error) {
    if (signal.aborted) throw new ModelError("cancelled", "Cancelled", { cause: error });
    if (silence.signal.aborted || late.aborted)
      throw new ModelError("timeout", "The AI provider did not answer in time.", { cause: error });
    throw faultOf(error, at.apiKey);
  } finally {
    clearTimeout(alarm);
  }
}
