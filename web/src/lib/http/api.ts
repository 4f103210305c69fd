import { t } from "@intellibox/contract/text/t";
/** Calls an endpoint of the contract. Returns its decoded response, or throws an ApiError. */

import type { Endpoint, InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import { currentSession, type Session, updateSession } from "../session/session.ts";
import { ApiError, refused } from "./api-error.ts";
import { noteReach } from "./reach.ts";
import { renewSession } from "./renew.ts";
import { bodyOf, headersOf, urlOf } from "./request.ts";

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** The message if the server gives none. */
  fallback?: string;
  /** Completes even if the page is closed; browsers allow 64 KiB for such requests. */
  keepalive?: boolean;
};

declare global {
  interface Window {
    /** Set by `public/early-calls.js`. */
    earlyCalls?: { take(url: string, headers: Record<string, string>): Promise<Response> | undefined };
  }
}

const unreachable = t("Could not reach the server. Check your connection and try again.");

export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const session = currentSession();
  const url = urlOf(endpoint, input);
  const known = session && endpoint.method === "GET" ? answers.get(session)?.get(url) : undefined;
  const answer = await open(endpoint, input, { ...options, tag: known?.tag });
  if (known && answer.status === 304) return known.value as ResponseOf<E>;
  const value = decode(endpoint, await parsed(answer), options.fallback);
  const tag = answer.headers.get("etag");
  if (session && tag) remember(session, url, { tag, value });
  return value;
}

/**
 * The latest answers with an ETag of a session, by their addresses. Here and not in the browser's cache, which would keep mail on the
 * device after a sign-out.
 */
const answers = new WeakMap<Session, Map<string, TaggedAnswer>>();
type TaggedAnswer = { tag: string; value: unknown };
const mostAnswers = 20;

function remember(session: Session, url: string, answer: TaggedAnswer) {
  const own = answers.get(session) ?? new Map<string, TaggedAnswer>();
  answers.set(session, own);
  own.delete(url);
  own.set(url, answer);
  for (const oldest of own.keys()) if (own.size > mostAnswers) own.delete(oldest);
}

/** `tag` is the ETag of an answer that the caller has. */
type SendOptions = CallOptions & { accept?: string; tag?: string | undefined };

/** The raw response of a successful call, for streams, or one without content if the caller has the answer. Renews the session once on 401. */
export async function open<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: SendOptions = {},
): Promise<Response> {
  const session = currentSession();
  let answer = await send(endpoint, input, options);
  if (answer.status === 401 && session && endpoint.access !== "public" && (await renewed(session))) {
    answer = await send(endpoint, input, options);
  }
  if (answer.ok || answer.status === 304) return answer;
  let error = refused(answer.status, await parsed(answer), options.fallback);
  if (error.code === "step_up_required" && (await provesAgain()) && currentSession()?.user._id === session?.user._id) {
    answer = await send(endpoint, input, options);
    if (answer.ok) return answer;
    error = refused(answer.status, await parsed(answer), options.fallback);
  }
  if (error.code === "password_change_required") changeUser({ mustChangePassword: true });
  // The company's time to set up a second factor has ended since the session began.
  if (error.code === "second_factor_required") changeUser({ factor: "required" });
  throw error;
}

/** Decodes a response by its schema: ISO dates become `Date`s, and a body that does not match is an error. */
export function decode<E extends Endpoint>(endpoint: E, body: unknown, fallback?: string): ResponseOf<E> {
  const result = endpoint.response.safeParse(body);
  if (result.success) return result.data as ResponseOf<E>;
  throw new ApiError(fallback ?? t("The server gave an unexpected answer. Reload the page and try again."), {
    cause: result.error,
  });
}

/** Loaded only when the server asks for a proof. */
const provesAgain = () => import("./step-up.ts").then(({ stepUp }) => stepUp());

/** Notes what the server asks of the user since the session began, such as a new first password, so that its screen is shown. */
function changeUser(change: Partial<Session["user"]>) {
  const user = currentSession()?.user;
  if (user) updateSession({ user: { ...user, ...change } });
}

/** True if the call may be repeated: there is a newer token, and no other account has signed in. */
export async function renewed({ token, user }: Session) {
  try {
    return (await renewSession(token)) && currentSession()?.user._id === user._id;
  } catch (cause) {
    throw new ApiError(unreachable, { cause, isUnreached: true });
  }
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, keepalive = false, accept = "application/json", tag }: SendOptions,
) {
  const body = bodyOf(input);
  const own = headersOf(endpoint, input, currentSession());
  const headers = { accept, "content-type": "application/json", ...own, ...(tag && { "if-none-match": tag }) };
  const url = urlOf(endpoint, input);
  const isRead = endpoint.method === "GET" && accept === "application/json";
  const early = isRead && !tag ? window.earlyCalls?.take(url, headers) : undefined;
  const request = () =>
    fetch(url, {
      method: endpoint.method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      keepalive,
    });
  try {
    const answer = await (early?.catch(request) ?? request());
    noteReach(true);
    return answer;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    noteReach(false);
    throw new ApiError(unreachable, { cause, isUnreached: true });
  }
}

/** A body that does not parse counts as empty. */
const parsed = (answer: Response): Promise<unknown> => answer.json().catch(() => ({}));
