// Calls a provider by its package of the AI SDK. The SDK's own `streamText` is left out: it prepares for tools and several steps,
// which costs milliseconds before and after each request.
import { setTimeout as pause } from "node:timers/promises";
import { APICallError, type LanguageModel } from "ai";
import type { TextRequest } from "./text-model.ts";

type ProtocolModel = Extract<LanguageModel, { specificationVersion: "v4" }>;
type StreamOptions = { temperature: number; maxOutputTokens: number; retries: number; signal: AbortSignal };

/** Retries an overloaded provider before its answer begins. */
export async function openStream(
  model: LanguageModel,
  { system, prompt }: TextRequest,
  { temperature, maxOutputTokens, retries, signal }: StreamOptions,
) {
  const call = {
    prompt: [
      { role: "system" as const, content: system },
      { role: "user" as const, content: [{ type: "text" as const, text: prompt }] },
    ],
    temperature,
    maxOutputTokens,
    abortSignal: signal,
  };
  for (let failures = 0; ; failures++) {
    try {
      const { stream, response } = await (model as ProtocolModel).doStream(call);
      return { stream, contentType: response?.headers?.["content-type"] ?? "" };
    } catch (error) {
      if (failures >= retries || !APICallError.isInstance(error) || !error.isRetryable) throw error;
      await pause(waitOf(error, failures), undefined, { signal });
    }
  }
}

const longestWaitMs = 60_000;

/** The provider's own wish (RFC 9110, 10.2.3) if it is short, otherwise a backoff. */
function waitOf({ responseHeaders = {} }: APICallError, failures: number) {
  const after = responseHeaders["retry-after"] ?? "";
  const seconds = Number(after);
  const asked = [
    Number(responseHeaders["retry-after-ms"]),
    after && (Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1000),
  ].find((ms): ms is number => typeof ms === "number" && ms >= 0 && ms <= longestWaitMs);
  return asked ?? 2_000 * 2 ** failures;
}
