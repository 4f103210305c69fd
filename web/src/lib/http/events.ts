import { t } from "@intellibox/contract/text/t";
/**
 * Server-sent events over `fetch`, because `EventSource` can send neither a bearer token nor a body.
 * `streamCall` reads one streamed response, `listen` follows the live events of the server.
 */

import type { Endpoint, InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import { eventReader, type ServerEvent } from "@intellibox/contract/rules/event-reader";
import { type CallOptions, decode, open } from "./api.ts";
import { ApiError, refused } from "./api-error.ts";
import { rawEndpoint } from "./raw-endpoint.ts";

type StreamOptions = CallOptions & {
  /** The text so far, as the model writes it. It becomes shorter if another answer replaces a broken one. */
  onText: (soFar: string) => void;
  /** Called with the step before the text begins, such as "Reading part 3 of 7". */
  onProgress?: (what: string) => void;
};

/** Makes a streaming call. Resolves with the same object as without streaming. */
export async function streamCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { onText, onProgress, ...options }: StreamOptions,
): Promise<ResponseOf<E>> {
  const answer = await open(endpoint, input, { ...options, accept: "text/event-stream" });
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
  if (!isStream) return decode(endpoint, await answer.json().catch(() => ({})), options.fallback);

  let soFar = "";
  for await (const { event, data } of eventsOf(answer)) {
    const value = parsed(data);
    if (event === "token" || event === "reset") {
      soFar = event === "reset" ? "" : soFar + textOf(value);
      onText(soFar);
    }
    if (event === "progress") onProgress?.(textOf(value));
    if (event === "done") return decode(endpoint, value, options.fallback);
    if (event === "error") throw refused(answer.status, value, options.fallback);
  }
  throw new ApiError(options.fallback ?? t("The connection ended before the answer was complete. Try again."));
}

type ListenOptions = {
  signal: AbortSignal;
  onEvent: (event: ServerEvent) => void;
  /** Called whenever a connection is open. After the first one, events may have been missed. */
  onOpen?: (isFirst: boolean) => void;
};

/** Not part of the contract, because it never ends and so has no response. */
const liveEvents = rawEndpoint("/events");

/**
 * Two and a half of the server's heartbeats. A connection that is silent for longer is dead, though no error says so: the laptop
 * slept, or a router forgot the connection.
 */
const silenceLimitMs = 50_000;

/** Follows live events until the signal aborts. Reconnects with exponential backoff and jitter; gives up if refused. */
export async function listen({ signal, onEvent, onOpen }: ListenOptions) {
  let failures = 0;
  let wasOpen = false;
  while (!signal.aborted) {
    const connection = new AbortController();
    const close = () => connection.abort();
    signal.addEventListener("abort", close);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(close, silenceLimitMs);
    };
    try {
      heard();
      const answer = await open(liveEvents, {}, { signal: connection.signal, accept: "text/event-stream" });
      onOpen?.(!wasOpen);
      wasOpen = true;
      for await (const event of eventsOf(answer, heard)) {
        failures = 0;
        onEvent(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof ApiError && [401, 403, 404].includes(error.status);
      if (isRefused) return;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener("abort", close);
    }
    failures += 1;
    await pause(Math.min(30_000, 500 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2), signal);
  }
}

/** The events of a response body. `onBytes` is also called for heartbeats, which are not events. */
export async function* eventsOf(answer: Response, onBytes?: () => void): AsyncGenerator<ServerEvent> {
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = eventReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes?.();
      yield* read(value);
    }
  } finally {
    // Closes the connection if the caller stops early.
    await reader.cancel().catch(() => undefined);
  }
}

const textOf = (value: unknown) =>
  typeof value === "string" ? value : String((value as { text?: unknown } | null)?.text ?? "");

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

/** Ends early when the browser is back online. */
function pause(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      removeEventListener("online", stop);
      resolve();
    };
    const timer = setTimeout(stop, ms);
    signal.addEventListener("abort", stop);
    addEventListener("online", stop);
  });
}
