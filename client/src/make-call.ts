import { errorStatus } from "@intellibox/contract/errors";
import { eventReader } from "@intellibox/contract/rules/event-reader";
import { ApiError, errorOf } from "./api-error.ts";
import type { ClientCall } from "./client-call.ts";
import { type CallParts, encodeBody, pathOf } from "./request.ts";
import { type Repeats, type SendSettings, sendRequest } from "./send-request.ts";

export type CallOptions = {
  signal?: AbortSignal;
  /** For one attempt: until its answer is complete, or has begun if it is a stream or a file. */
  timeoutMs?: number;
  /** How often the call is repeated at most after 429, 503 or a lost connection; only reads, PUT, DELETE and sends are. */
  retries?: number;
};

export type StreamOptions = CallOptions & {
  /** The text so far, as it is written. It becomes shorter if another answer replaces a broken one. */
  onText?: (soFar: string) => void;
  /** Names the work that is done before the text begins. */
  onProgress?: (what: string) => void;
};

/** The settings of a client, with its defaults filled in. */
export type Connection = Omit<SendSettings, "signal" | "isStream"> & { api: string; headers: Record<string, string> };

export async function makeCall(connection: Connection, call: ClientCall, given: CallParts, options: StreamOptions) {
  const isStream = Boolean(call.streams && (options.onText || options.onProgress));
  const answer = await openCall(connection, call, given, { ...options, isStream });
  const body = isStream && isEventStream(answer) ? await readStream(answer, options) : parsed(await answer.text());
  const decoded = call.decode(body);
  if (decoded.success) return decoded.data;
  throw new ApiError("The server gave an answer of another form. Is it another version than this client?", {
    ...{ code: "unexpected_answer" as const, status: answer.status, cause: decoded.error },
  });
}

/** The answer itself, for downloads. */
export function openCall(
  connection: Connection,
  call: Pick<ClientCall, "method" | "path" | "filesField" | "takesIdempotencyKey">,
  given: CallParts,
  { isStream = false, accept, signal, ...options }: CallOptions & { isStream?: boolean; accept?: string } = {},
) {
  const headers: Record<string, string> = {
    ...connection.headers,
    accept: accept ?? (isStream ? "text/event-stream, application/json" : "application/json"),
  };
  for (const [name, value] of Object.entries(given.headers ?? {}))
    if (value !== undefined && value !== null)
      headers[name] = value instanceof Date ? value.toISOString() : String(value);
  // Made once for all attempts, so that a send that is repeated sends once.
  if (call.takesIdempotencyKey) headers["idempotency-key"] ||= crypto.randomUUID();
  const init = () => {
    const { body, type } = call.method === "GET" ? { body: null, type: undefined } : encodeBody(given, call.filesField);
    return { method: call.method, headers: type ? { ...headers, "content-type": type } : headers, body };
  };
  const { timeoutMs = connection.timeoutMs, retries = connection.retries } = options;
  const isOpen = isStream || accept !== undefined;
  const settings = { fetch: connection.fetch, timeoutMs, retries, signal, isStream: isOpen };
  return sendRequest({ url: `${connection.api}${pathOf(call.path, given)}`, init }, repeatsOf(call), settings);
}

function repeatsOf({ method, takesIdempotencyKey }: Pick<ClientCall, "method" | "takesIdempotencyKey">): Repeats {
  if (method === "GET" || takesIdempotencyKey) return "always";
  return method === "POST" ? "never" : "if-refused";
}

const isEventStream = (answer: Response) => answer.headers.get("content-type")?.startsWith("text/event-stream");

async function readStream(answer: Response, { onText, onProgress, signal }: StreamOptions): Promise<unknown> {
  const read = eventReader();
  const decoder = new TextDecoder();
  let soFar = "";
  try {
    for await (const bytes of answer.body ?? []) {
      for (const { event, data } of read(decoder.decode(bytes, { stream: true }))) {
        const value = parsed(data);
        if (event === "done") return value;
        if (event === "error") throw streamError(value);
        if (event === "progress") onProgress?.(textOf(value));
        if (event !== "token" && event !== "reset") continue;
        soFar = event === "reset" ? "" : soFar + textOf(value);
        onText?.(soFar);
      }
    }
  } catch (error) {
    throw error instanceof ApiError || signal?.aborted ? error : brokenOff(error);
  }
  throw brokenOff();
}

/** A stream has the status 200 before it fails, so the code says which one it would have been. */
function streamError(found: unknown) {
  const code = (found as { code?: keyof typeof errorStatus } | null)?.code;
  return errorOf((code && errorStatus[code]) ?? 500, found);
}

const brokenOff = (cause?: unknown) =>
  new ApiError("The connection ended before the answer was complete", { code: "unreachable", cause });

const textOf = (value: unknown) => String((value as { text?: unknown } | null)?.text ?? "");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
