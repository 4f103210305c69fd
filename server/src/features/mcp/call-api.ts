import type { Endpoint, InputOf } from "@intellibox/contract/endpoint";
import type { ErrorBody } from "@intellibox/contract/errors";
import type { z } from "zod";
import type { RawRequest } from "#http/route.ts";

/** An endpoint's answer as JSON, with dates as text. */
type JsonOf<E extends Endpoint> = z.input<E["response"]>;
export type CallApi = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<JsonOf<E>>;

/** A refusal of the API, for the model to read. */
export class ApiRefusal extends Error {}

/**
 * Calls the API as the key of this request does, so that a tool can do nothing that the key cannot: its scopes, limits, tenant, and
 * whether it was revoked meanwhile are checked by the same code.
 */
export function callApiOf(request: RawRequest): CallApi {
  const { authorization = "", "accept-language": language = "en" } = request.headers;
  return async (endpoint, input) => {
    const given = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(given.params?.[name] ?? "")),
    );
    const query = new URLSearchParams(
      Object.entries(given.query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    );
    const answer = await request.server.inject({
      method: endpoint.method,
      url: `/api${path}${query.size > 0 ? `?${query}` : ""}`,
      headers: { authorization, "accept-language": language, "user-agent": request.headers["user-agent"] ?? "" },
      remoteAddress: request.ip,
      ...(given.body !== undefined && { payload: given.body as object }),
    });
    if (answer.statusCode < 400) return answer.json();
    throw new ApiRefusal(answer.json<ErrorBody>().error);
  };
}
