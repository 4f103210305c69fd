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
  const answer = await open(endpoint, input, options);
  return decode(endpoint, await parsed(answer), options.fallback);
}

/** The raw response of a successful call, for streams. Renews the session once on 401. */
export async function open<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions & { accept?: string } = {},
): Promise<Response> {
  const session = currentSession();
  let answer = await send(endpoint, input, options);
  if (answer.status === 401 && session && endpoint.access !== "public" && (await renewed(session))) {
    answer = await send(endpoint, input, options);
  }
  if (answer.ok) return answer;
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
  { signal, keepalive = false, accept = "application/json" }: CallOptions & { accept?: string },
) {
  const body = bodyOf(input);
  const headers = { accept, "content-type": "application/json", ...headersOf(endpoint, input, currentSession()) };
  const url = urlOf(endpoint, input);
  const isRead = endpoint.method === "GET" && accept === "application/json";
  const early = isRead ? window.earlyCalls?.take(url, headers) : undefined;
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
