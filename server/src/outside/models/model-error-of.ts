import { t } from "@intellibox/contract/text/t";
import { APICallError, InvalidResponseDataError, JSONParseError, RetryError, TypeValidationError } from "ai";
import { ModelError } from "./text-model.ts";

/** A ModelError with the provider's own message, if it gave one, and without the key, which some providers repeat. */
export function modelErrorOf(error: unknown, apiKey = ""): ModelError {
  const { fault, message, cause } = classify(error);
  const withoutKey = (text: string) => (apiKey ? text.replaceAll(apiKey, "…") : text);
  return new ModelError(fault, withoutKey(message), { cause: copyForLog(cause, withoutKey) });
}

/** Copies only name, message and stack: the libraries' errors hold whole requests, with the key in their headers. */
function copyForLog(error: unknown, withoutKey: (text: string) => string): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const copy = new Error(withoutKey(error.message), { cause: copyForLog(error.cause, withoutKey) });
  copy.name = error.name;
  copy.stack = withoutKey(error.stack ?? "");
  return copy;
}

function classify(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (!APICallError.isInstance(last)) return fromStream(last);
  const { statusCode = 0 } = last;
  if (statusCode >= 200 && statusCode < 300) return unreadableAnswer(last);
  const said = providerMessage(last);
  const fail = (fault: ModelError["fault"], message: string) =>
    new ModelError(fault, said ? t("{message} It said: {said}", { message, said }) : message, { cause: last });
  if (statusCode === 401 || statusCode === 403 || /api key/i.test(said))
    return fail("auth", t("The AI provider did not accept the key."));
  if (statusCode === 429) return fail("throttled", t("The AI provider is busy or the account's limit is reached."));
  if (statusCode === 404) return fail("rejected", t("The AI provider does not know that model."));
  if (statusCode >= 400 && statusCode < 500) return fail("rejected", t("The AI provider did not accept the request."));
  return fail("unreachable", t("The AI provider has trouble at the moment."));
}

const unreadable = [InvalidResponseDataError, JSONParseError, TypeValidationError];

const unreadableAnswer = (cause: unknown) =>
  new ModelError("bad_answer", t("The AI provider's answer could not be read."), { cause });

function fromStream(error: unknown) {
  if (unreadable.some((kind) => kind.isInstance(error))) return unreadableAnswer(error);
  const message = chain(error)
    .map(({ message: text }) => text)
    .join(" ");
  if (/not allowed|forbidden address|private/i.test(message))
    return new ModelError("forbidden_host", t("That AI address may not be used here."), { cause: error });
  if (/No output generated|empty/i.test(message))
    return new ModelError("bad_answer", t("The AI provider answered with nothing."), { cause: error });
  return new ModelError("unreachable", t("The AI provider could not be reached."), { cause: error });
}

function chain(error: unknown): Error[] {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at);
  return found;
}

/** One short line of the provider's message. Words that look like a key are cut out: some providers repeat the key masked. */
function providerMessage({ responseBody, message }: APICallError) {
  const said = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(responseBody ?? "")?.[1] ?? (responseBody ? "" : message);
  return said
    .replaceAll(/\\n/g, " ")
    .replaceAll(/\b(sk-|AIza)?[\w*-]{20,}\b/g, "…")
    .slice(0, 200);
}
