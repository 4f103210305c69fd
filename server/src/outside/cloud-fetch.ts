/**
 * Calls to a mail provider's API: with the account's token, within its budget, to the provider's host alone. It never sends a
 * token elsewhere, follows no redirect, and repeats only what can be repeated without doing it twice.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { CloudAccount } from "./mailboxes/cloud-account.ts";
import { asMailboxError, MailboxError, type MailboxFault } from "./mailboxes/mailbox.ts";

export type CloudRequest = {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below the base; or a whole address that the provider gave us, which has to lead to the same host. */
  path: string;
  query?: Record<string, string | number | boolean | string[] | undefined>;
  headers?: Record<string, string>;
  /** Sent as JSON; or `body` as it is, its type among the headers. */
  json?: unknown;
  body?: string | Uint8Array;
  /** What the provider counts the call as. */
  units?: number;
  /** A longer answer is cut off with `too_large`. */
  maxBytes?: number;
  timeoutMs?: number;
  /** Doing it twice does no harm: GET and DELETE, unless said otherwise. */
  isRepeatable?: boolean;
  /** To an address that is itself the permission, such as an upload's: any permitted host, and no token. */
  withoutToken?: boolean;
};

export type CloudAnswer = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** Throws `protocol` where it is something else. */
  json<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
};

/** The provider's refusal, or a connection's fault. */
export class CloudError extends MailboxError {
  /** Undefined where there was no answer. */
  readonly status: number | undefined;
  /** The provider's own word for it, such as `rateLimitExceeded` or `SyncStateNotFound`; else empty. */
  readonly reason: string;
  /** The provider's sentence, as far as it gave one. */
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
/** A shorter wait is sat out here; for a longer one the caller comes back. */
const longestWaitHere = 3_000;
const mostTries = 4;

/** Resolves for 2xx alone; throws CloudError. */
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
    // Nobody else of this mailbox is to ask meanwhile; a server error says nothing about what we asked.
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
  const url = /^https?:/i.test(path) ? new URL(path) : new URL(base + path);
  // An address in an answer is the provider's word, and no reason to hand the token to somebody else.
  if (url.origin !== new URL(base).origin && !withoutToken)
    throw new CloudError("protocol", "The provider named an address that is not its own.");
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
    if (size > maxBytes) throw new CloudError("too_large", "The provider's answer is larger than we take.");
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
      throw new CloudError("protocol", "The provider gave an invalid answer.", { cause });
    }
  };

const comeBackLater = "The provider asks to come back later. It is tried again by itself.";
const rateReasons = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "dailyLimitExceeded",
  "RESOURCE_EXHAUSTED",
  "TooManyRequests",
  "ApplicationThrottled",
]);

/** What an answer other than 2xx means; `tries` counts those so far, for how long to wait where the provider does not say. */
export function refusalOf(answer: CloudAnswer, tries: number): CloudError {
  const { status } = answer;
  const { reason, words } = errorOf(answer.bytes);
  const said = { status, reason, answer: words };
  if (status === 429 || status >= 500 || (status === 403 && rateReasons.has(reason))) {
    const retryAt = new Date(Date.now() + (retryAfterMs(answer.headers) ?? backOffMs(tries)));
    return new CloudError("throttled", comeBackLater, { ...said, retryAt });
  }
  if (status === 401) return new CloudError("auth", "The provider no longer accepts this connection.", said);
  if (status === 403) return new CloudError("auth", `The provider refused access. ${words}`.trim(), said);
  if (status === 404 || status === 410) return new CloudError("gone", "The message is no longer there.", said);
  if (status === 413) return new CloudError("too_large", "The provider does not take so much.", said);
  return new CloudError("protocol", `The provider refused the call. ${words}`.trim(), said);
}

const backOffMs = (tries: number) => 500 * 2 ** (tries - 1) * (0.75 + Math.random() / 2);

/** RFC 9110 10.2.3: seconds, or a date. Bounded: a clock that is off must not silence a mailbox for days. */
function retryAfterMs(headers: Headers): number | undefined {
  const given = headers.get("retry-after")?.trim();
  if (!given) return undefined;
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined;
}

/** Google: `error.errors[0].reason` and `error.status`; Microsoft: `error.code`. */
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
