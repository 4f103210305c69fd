/**
 * Calls a mail provider's API with the account's token, within its budget. It sends the token only to the provider's own host,
 * follows no redirect, and retries only calls that are idempotent.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { t } from "@intellibox/contract/text/t";
import type { z } from "zod";
import type { CloudAccount } from "./mailboxes/cloud-account.ts";
import { asMailboxError, MailboxError, type MailboxFault } from "./mailboxes/mailbox.ts";

export type CloudRequest = {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Relative to the base; or an absolute URL from the provider's answer, which must have the same origin. */
  path: string;
  query?: Record<string, string | number | boolean | string[] | undefined>;
  headers?: Record<string, string>;
  /** Sent as JSON. `body` is sent unchanged, with the caller's content type. */
  json?: unknown;
  body?: string | Uint8Array;
  /** The call's cost in the provider's quota. */
  units?: number;
  /** A longer answer fails with `too_large`. */
  maxBytes?: number;
  timeoutMs?: number;
  /** Whether the call is idempotent. By default, GET and DELETE are. */
  isRepeatable?: boolean;
  /** For a URL that is itself the credential, such as an upload session's: any permitted host, and no token. */
  withoutToken?: boolean;
};

export type CloudAnswer = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** Throws `protocol` if the answer does not match the schema. */
  json<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
};

/** A refusal by the provider, or a failed connection. */
export class CloudError extends MailboxError {
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  /** The provider's error code, such as `rateLimitExceeded` or `SyncStateNotFound`; empty if it gave none. */
  readonly reason: string;
  /** The provider's message; empty if it gave none. */
  readonly answer: string;

  constructor(
    fault: MailboxFault,
    message: string,
    options: ErrorOptions & { status?: number; reason?: string; answer?: string; retryAt?: Date } = {},
  ) {
    super(fault, message, options);
    this.name = "CloudError";
    this.status = options.status;
    this.reason = options.reason ?? "";
    this.answer = options.answer ?? "";
  }
}

const defaultMaxBytes = 8 << 20;
const defaultTimeoutMs = 60_000;
/** A shorter `Retry-After` is waited for here; after a longer one the caller has to try again. */
const longestWaitHere = 3_000;
const mostTries = 4;

/** Resolves only for 2xx; otherwise throws CloudError. */
export async function cloudFetch(account: CloudAccount, request: CloudRequest): Promise<CloudAnswer> {
  const { method = "GET", isRepeatable = method === "GET" || method === "DELETE", units = 1 } = request;
  let renewed = false;
  for (let tries = 1; ; tries++) {
    refuseWhileResting(account);
    const answer = await account.budget.take(units, () => attempt(account, request));
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (answer.status === 401 && !renewed && !request.withoutToken) {
      renewed = true;
      await account.token({ renew: true });
      continue;
    }
    const refusal = refusalOf(answer, tries);
    if (refusal.fault !== "throttled") throw refusal;
    const wait = (refusal.retryAt?.getTime() ?? 0) - Date.now();
    if (isRepeatable && tries < mostTries && wait <= longestWaitHere) {
      await sleep(Math.max(0, wait));
      continue;
    }
    // Pauses every call of this mailbox. A 5xx is the server's own problem and pauses nothing.
    if (answer.status < 500 && refusal.retryAt) account.budget.restUntil(refusal.retryAt.getTime());
    throw refusal;
  }
}

function refuseWhileResting({ budget }: CloudAccount) {
  if (budget.restsUntil <= Date.now()) return;
  throw new CloudError("throttled", comeBackLater, { retryAt: new Date(budget.restsUntil) });
}

async function attempt(account: CloudAccount, request: CloudRequest): Promise<CloudAnswer> {
  const { method = "GET", maxBytes = defaultMaxBytes, timeoutMs = defaultTimeoutMs, json } = request;
  const url = addressOf(account, request);
  const headers = new Headers(request.headers);
  if (!request.withoutToken) headers.set("authorization", `Bearer ${await account.token()}`);
  if (json !== undefined) headers.set("content-type", "application/json");
  const body = json === undefined ? request.body : JSON.stringify(json);
  try {
    const response = await account.fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: body as NonNullable<RequestInit["body"]> }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await readBody(response, maxBytes);
    return { status: response.status, headers: response.headers, bytes, json: parseJson(bytes) };
  } catch (error) {
    throw asMailboxError(error);
  }
}

function addressOf({ base }: CloudAccount, { path, query = {}, withoutToken }: CloudRequest): URL {
  const url = URL.parse(/^https?:/i.test(path) ? path : base + path);
  if (!url) throw new CloudError("protocol", t("The provider named an address that is none."));
  // A URL in an answer could point anywhere; the token goes to the provider only.
  if (url.origin !== new URL(base).origin && !withoutToken)
    throw new CloudError("protocol", t("The provider named an address that is not its own."));
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) url.searchParams.append(name, String(one));
  return url;
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > maxBytes) throw new CloudError("too_large", t("The provider's answer is larger than we take."));
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export const parseJson =
  (bytes: Buffer): CloudAnswer["json"] =>
  (schema) => {
    try {
      return schema.parse(JSON.parse(bytes.toString()));
    } catch (cause) {
      throw new CloudError("protocol", t("The provider gave an invalid answer."), { cause });
    }
  };

const comeBackLater = "The provider is busy. Intellibox will try again automatically.";
const rateReasons = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "dailyLimitExceeded",
  "RESOURCE_EXHAUSTED",
  "TooManyRequests",
  "ApplicationThrottled",
]);

/** Maps an answer other than 2xx to an error. `tries` sets the backoff if the provider sends no `Retry-After`. */
export function refusalOf(answer: CloudAnswer, tries: number): CloudError {
  const { status } = answer;
  const { reason, words } = errorOf(answer.bytes);
  const said = { status, reason, answer: words };
  if (status === 429 || status >= 500 || (status === 403 && rateReasons.has(reason))) {
    const retryAt = new Date(Date.now() + (retryAfterMs(answer.headers) ?? backOffMs(tries)));
    return new CloudError("throttled", comeBackLater, { ...said, retryAt });
  }
  if (status === 401) return new CloudError("auth", t("The provider no longer accepts this connection."), said);
  if (status === 403) return new CloudError("auth", `The provider refused access. ${words}`.trim(), said);
  if (status === 404 || status === 410) return new CloudError("gone", t("The message is no longer there."), said);
  if (status === 413) return new CloudError("too_large", t("The provider does not take so much."), said);
  return new CloudError("protocol", `The provider refused the call. ${words}`.trim(), said);
}

const backOffMs = (tries: number) => 500 * 2 ** (tries - 1) * (0.75 + Math.random() / 2);

/** RFC 9110 10.2.3: seconds or a date. At most an hour, so that a wrong clock does not stop a mailbox for days. */
function retryAfterMs(headers: Headers): number | undefined {
  const given = headers.get("retry-after")?.trim();
  if (!given) return undefined;
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined;
}

/** Google sends `error.errors[0].reason` and `error.status`, Microsoft `error.code`. */
function errorOf(bytes: Buffer): { reason: string; words: string } {
  try {
    const { error } = JSON.parse(bytes.toString()) as { error?: ErrorBody | string };
    if (typeof error === "string") return { reason: error, words: "" };
    const named = [error?.errors?.[0]?.reason, error?.code, error?.status].find((name) => typeof name === "string");
    return { reason: named ?? "", words: String(error?.message ?? "").slice(0, 300) };
  } catch {
    return { reason: "", words: "" };
  }
}
type ErrorBody = { code?: unknown; status?: string; message?: string; errors?: { reason?: string }[] };
