import { APICallError, RetryError } from "ai";
import { ModelError } from "./model.ts";

/** What the provider's failure means to us, with its own words where it gave any, and without the key that it may have repeated. */
export function faultOf(error: unknown, apiKey = ""): ModelError {
  const fault = meaningOf(error);
  const told = (text: string) => (apiKey ? text.replaceAll(apiKey, "…") : text);
  return new ModelError(fault.fault, told(fault.message), { cause: causeOf(fault.cause, told) });
}

/** What a log needs of it; the libraries' errors hold whole requests. */
function causeOf(error: unknown, told: (text: string) => string): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const copy = new Error(told(error.message), { cause: causeOf(error.cause, told) });
  copy.name = error.name;
  copy.stack = told(error.stack ?? "");
  return copy;
}

function meaningOf(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (!APICallError.isInstance(last)) return fromConnection(last);
  const { statusCode = 0 } = last;
  const words = wordsOf(last);
  const fail = (fault: ModelError["fault"], message: string) =>
    new ModelError(fault, words ? `${message} It said: ${words}` : message, { cause: last });
  if (statusCode === 401 || statusCode === 403 || /api key/i.test(words))
    return fail("auth", "The AI provider did not accept the key.");
  if (statusCode === 429) return fail("throttled", "The AI provider is busy or the account's limit is reached.");
  if (statusCode === 404) return fail("rejected", "The AI provider does not know that model.");
  if (statusCode >= 400 && statusCode < 500) return fail("rejected", "The AI provider did not accept the request.");
  return fail("unreachable", "The AI provider has trouble at the moment.");
}

function fromConnection(error: unknown) {
  const message = chain(error)
    .map(({ message: text }) => text)
    .join(" ");
  if (/not allowed|forbidden address|private/i.test(message))
    return new ModelError("forbidden_host", "That AI address may not be used here.", { cause: error });
  if (/No output generated|empty/i.test(message))
    return new ModelError("bad_answer", "The AI provider answered with nothing.", { cause: error });
  return new ModelError("unreachable", "The AI provider could not be reached.", { cause: error });
}

function chain(error: unknown): Error[] {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at);
  return found;
}

/** One short line of what it said; anything that looks like a key is cut out, since some providers repeat it. */
function wordsOf({ responseBody, message }: APICallError) {
  const said = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(responseBody ?? "")?.[1] ?? (responseBody ? "" : message);
  return said
    .replaceAll(/\\n/g, " ")
    .replaceAll(/\b(sk-|AIza)?[\w*-]{20,}\b/g, "…")
    .slice(0, 200);
}
