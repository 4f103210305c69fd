/** Sends a request: time limit, abort, and repeating what may be repeated. */
import { ApiError, errorOf } from "./api-error.ts";

export type SendSettings = {
  fetch: typeof fetch;
  /** For one attempt: until its answer is complete, or has begun if it is a stream. */
  timeoutMs: number;
  isStream: boolean;
  /** How often a call is repeated at most. */
  retries: number;
  signal: AbortSignal | undefined;
};

type Attempt = { url: string; init: () => RequestInit };

/**
 * - `never`: a change without an `Idempotency-Key`
 * - `if-refused`: PUT and DELETE, after 429 and 503. Not after a lost connection: if the first attempt did its work, the second one is
 *   told of a conflict or of nothing to delete.
 * - `always`: reads, and changes with an `Idempotency-Key`
 */
export type Repeats = "never" | "if-refused" | "always";

/** A server that asks for a longer pause is not waited for. */
const longestWaitMs = 70_000;

/** The answer of a successful attempt. Throws an `ApiError`, or the reason of the caller's signal. */
export async function sendRequest(attempt: Attempt, repeats: Repeats, settings: SendSettings): Promise<Response> {
  for (let failures = 0; ; failures++) {
    const outcome = await attemptOnce(attempt, settings);
    if (outcome instanceof Response) return outcome;
    const wait = waitAfter(outcome, failures, repeats);
    if (failures >= settings.retries || wait === undefined) throw outcome;
    await pause(wait, settings.signal);
  }
}

/** Undefined: the call is not repeated. */
function waitAfter({ status, code, retryAfter }: ApiError, failures: number, repeats: Repeats) {
  const isRefused = code === "rate_limited" || status === 503;
  const isLost = code === "unreachable" || code === "timeout";
  if (repeats === "never" || !(isRefused || (isLost && repeats === "always"))) return undefined;
  // The jitter keeps many programs from coming back at the same moment.
  const wait = (retryAfter ?? 0) * 1000 + 500 * 2 ** failures * (0.5 + Math.random() / 2);
  return wait > longestWaitMs ? undefined : wait;
}

async function attemptOnce(
  { url, init }: Attempt,
  { fetch, timeoutMs, isStream, signal }: SendSettings,
): Promise<Response | ApiError> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const limit = setTimeout(
    () => stop.abort(new ApiError(`No answer within ${timeoutMs / 1000} seconds`, { code: "timeout" })),
    timeoutMs,
  );
  // Goes on after the answer has begun, so that a caller can stop a download.
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  try {
    // A redirect would turn a change into a read, or carry the key to another address.
    const answer = await fetch(url, { ...init(), redirect: "manual", signal: both });
    if (answer.ok) return isStream ? answer : await wholeOf(answer);
    return await refusalOf(answer);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (stop.signal.aborted) return stop.signal.reason as ApiError;
    return new ApiError(`Could not reach ${new URL(url).origin}`, { code: "unreachable", cause });
  } finally {
    clearTimeout(limit);
  }
}

/** Read within the attempt, so that an answer that stalls or breaks off counts as a failed attempt. */
async function wholeOf(answer: Response) {
  const bytes = await answer.arrayBuffer();
  return new Response(bytes.byteLength > 0 ? bytes : null, { status: answer.status, headers: answer.headers });
}

async function refusalOf(answer: Response) {
  const { status, headers, type } = answer;
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    await answer.body?.cancel();
    const place = headers.get("location");
    const message = `The server redirects${place ? ` to ${place}` : ""}. Use the address that it redirects to.`;
    return new ApiError(message, { code: "unexpected_answer", status });
  }
  const body: unknown = await answer.json().catch(() => ({}));
  return errorOf(status, body, secondsOf(headers.get("retry-after")));
}

/** A number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string | null) {
  if (!retryAfter) return undefined;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

function pause(ms: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
