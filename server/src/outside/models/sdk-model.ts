import { t } from "@intellibox/contract/text/t";
// A provider's model as a stream of text. The model gets no tools, and no error or log line holds the key.
import type { FinishReason, LanguageModel } from "ai";
import { paceMessages, watchPace } from "./answer-pace.ts";
import { openLanguageModel } from "./language-model.ts";
import { modelErrorOf } from "./model-error-of.ts";
import { openStream } from "./open-stream.ts";
import type { ProviderSettings, TextAnswer, TextModel, TextOptions, TextRequest } from "./text-model.ts";
import { ModelError } from "./text-model.ts";

type Fetch = typeof globalThis.fetch;
type OpenedStream = Awaited<ReturnType<typeof openStream>>;
type StreamPart = OpenedStream["stream"] extends ReadableStream<infer Part> ? Part : never;
type FinishPart = Extract<StreamPart, { type: "finish" }>;

/** A long answer may stream for two minutes. One character a second is far below the slowest model on a CPU. */
const defaultLimits = {
  totalMs: 120_000,
  firstMs: 30_000,
  windowMs: 28_000,
  minChars: 28,
  maxChars: 400_000,
  maxTokens: 4096,
  retries: 2,
};

export type ModelLimits = Partial<typeof defaultLimits>;

export async function openSdkModel(
  settings: ProviderSettings,
  fetch: Fetch,
  limits: ModelLimits = {},
): Promise<TextModel> {
  const { temperature, apiKey } = settings;
  const connection = { model: await openLanguageModel(settings, fetch), temperature, apiKey };
  return {
    answer: (request, options) => streamAnswer(connection, request, options, { ...defaultLimits, ...limits }),
  };
}

type Connection = { model: LanguageModel; temperature: number; apiKey: string };

/** Amazon Bedrock streams binary frames. */
const streamTypes = /text\/event-stream|application\/vnd\.amazon\.eventstream/;

async function streamAnswer(
  { model, temperature, apiKey }: Connection,
  request: TextRequest,
  { signal, onText }: TextOptions,
  limits: typeof defaultLimits,
): Promise<TextAnswer> {
  const pace = watchPace(limits);
  let opened: OpenedStream | undefined;
  let text = "";
  let ended: FinishPart | undefined;
  try {
    opened = await openStream(model, request, {
      temperature,
      maxOutputTokens: request.maxTokens ?? limits.maxTokens,
      retries: limits.retries,
      signal: AbortSignal.any([signal, pace.signal]),
    });
    for await (const part of opened.stream) {
      if (part.type === "error") throw part.error;
      // Without a reason of the provider, the SDK for Bedrock reports an ended stream as "other".
      if (part.type === "finish" && (part.finishReason.unified !== "other" || part.finishReason.raw !== undefined))
        ended = part;
      if (part.type === "reasoning-delta") pace.received(part.delta.length);
      if (part.type !== "text-delta") continue;
      pace.received(part.delta.length);
      text += part.delta;
      // Bounds the memory that a model which never stops can take.
      if (text.length > limits.maxChars) throw new ModelError("bad_answer", t("The AI provider's answer is too long."));
      onText?.(part.delta);
    }
    if (!text && isNoStream(opened)) throw notStreamed();
    const finish = ended?.finishReason.unified;
    if (!ended || !finish || finish === "interrupted" || finish === "error") throw brokenOff();
    const { inputTokens, outputTokens } = ended.usage;
    return { text, finish: endOf(finish), tokensIn: inputTokens.total ?? 0, tokensOut: outputTokens.total ?? 0 };
  } catch (error) {
    if (signal.aborted) throw new ModelError("cancelled", t("Cancelled"), { cause: error });
    const slow = pace.fault();
    if (slow) throw new ModelError("timeout", paceMessages[slow], { cause: error });
    const failure = modelErrorOf(error, apiKey);
    if (!text && isNoStream(opened)) throw notStreamed(failure);
    // The answer had begun, so the provider was reached: its end is missing.
    throw text && ["unreachable", "bad_answer"].includes(failure.fault) && !isTooLong(error)
      ? brokenOff(failure)
      : failure;
  } finally {
    pace.stop();
  }
}

/** The SDK reads a body without events as an empty stream. */
const isNoStream = (opened: OpenedStream | undefined) => opened !== undefined && !streamTypes.test(opened.contentType);

const endOf = (finish: FinishReason): TextAnswer["finish"] => {
  if (finish === "length") return "length";
  return finish === "content-filter" ? "filtered" : "complete";
};

const isTooLong = (error: unknown) => error instanceof ModelError;

const brokenOff = (cause?: Error) =>
  new ModelError("broken", t("The AI provider's answer broke off before its end."), { cause });

const notStreamed = (cause?: Error) =>
  new ModelError(
    "bad_answer",
    t("The AI provider answered, but did not stream. Check the base URL, and that the server supports streaming."),
    { cause },
  );
