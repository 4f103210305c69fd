// Conditional answers (RFC 9110, 13.1.2): a caller who has the answer already gets 304, and nothing is read for it.
import { createHash } from "node:crypto";
import type { Endpoint } from "@intellibox/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { preferredLanguage } from "#lib/languages.ts";

/** Stands for an answer that the caller has. */
export class Unchanged {}

/**
 * Each of `states` says all that an answer depends on besides the call itself, and was read before the answer is. A caller who has the
 * answer of one of them gets no other. Without states the call is unconditional. `stateOf` returns the state of an answer that was read.
 */
export type UnlessKnown = <Answer>(
  states: readonly string[],
  read: () => Promise<Answer>,
  stateOf: (answer: Answer) => string | undefined,
) => Promise<Answer | Unchanged>;

type Call = { request: FastifyRequest; reply: FastifyReply; endpoint: Endpoint };

export const unlessKnownTo =
  ({ request, reply, endpoint }: Call): UnlessKnown =>
  async (states, read, stateOf) => {
    const { caller, url, headers } = request;
    const tagOf = (state: string) => {
      const parts = [
        formOf(endpoint),
        caller?.tenantId,
        caller?.id,
        url,
        preferredLanguage(headers["accept-language"]),
        state,
      ];
      return `W/"${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 27)}"`;
    };
    const known = headers["if-none-match"]?.split(",").map((tag) => tag.trim());
    const tag = known && states.map(tagOf).find((one) => known.includes(one));
    if (tag) {
      reply.header("etag", tag);
      return new Unchanged();
    }
    const answer = await read();
    const state = stateOf(answer);
    if (state !== undefined) reply.header("etag", tagOf(state));
    return answer;
  };

const forms = new WeakMap<Endpoint, string>();

/** Differs between versions of the program whose answers have other fields. */
function formOf(endpoint: Endpoint): string {
  const known = forms.get(endpoint);
  if (known) return known;
  const schema = z.toJSONSchema(endpoint.response, { io: "input", unrepresentable: "any" });
  const form = createHash("sha256").update(JSON.stringify(schema)).digest("base64url");
  forms.set(endpoint, form);
  return form;
}
