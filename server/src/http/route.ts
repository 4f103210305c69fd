import type { CallOf, Endpoint, Tenancy } from "@intellibox/contract/endpoint";
import type { Access } from "@intellibox/contract/rules/access";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Scope, Visitor } from "#scope.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";
import type { UploadedFile } from "./uploads.ts";

/** What a handler is given besides its parsed input. */
export type Extras<E extends Endpoint> = (E extends { files: object } ? { files: UploadedFile[] } : unknown) &
  (E extends { streams: true } ? { emit: Emit | undefined } : unknown) & {
    answerWith(status: number, headers?: Record<string, string>): void;
  };

/** Sends a piece of the answer as it is written; undefined where the caller asked for plain JSON. */
export type Emit = (text: string) => void;

type ScopeOf<E extends Endpoint> = E extends { access: "public" } ? Visitor : Scope;
/** May return what the response schema accepts; what it does not name cannot leave. */
type Answer<E extends Endpoint> = z.output<E["response"]> | EncodedAnswer;

export type Handler<E extends Endpoint> = (
  scope: ScopeOf<E>,
  call: CallOf<E> & Extras<E>,
) => Promise<Answer<E>> | Answer<E>;

export type JsonRoute = { endpoint: Endpoint; handle: (scope: never, call: never) => unknown };

/** One call and the function that answers it. */
export const on = <E extends Endpoint>(endpoint: E, handle: Handler<E>): JsonRoute => ({ endpoint, handle });

/** Where a raw route is, and how often it may be asked. */
type RawPlace = {
  method: "GET" | "POST";
  /** Below the root, not below `/api`. */
  path: string;
  /** The most that one caller may ask in a minute. */
  perMinute?: number;
  /** Who counts as one caller; the user, else the address, unless this says otherwise. */
  countedBy?: ((request: FastifyRequest) => string) | undefined;
};

/** What is not JSON: the event stream, pixels, redirects, downloads, webhooks. */
export type RawRoute = RawPlace & {
  raw: true;
  access: Access;
  tenancy: Tenancy;
  /** As an endpoint's: whether it is refused while the caller's mail is closed. */
  mail?: boolean;
  handle: (scope: never, request: FastifyRequest, reply: FastifyReply) => unknown;
};

export function onRaw(
  route: RawPlace & { access: "public" },
  handle: (visitor: Visitor, request: FastifyRequest, reply: FastifyReply) => unknown,
): RawRoute;
export function onRaw(
  route: RawPlace & { access: Exclude<Access, "public">; tenancy?: Tenancy; mail?: boolean },
  handle: (scope: Scope, request: FastifyRequest, reply: FastifyReply) => unknown,
): RawRoute;
export function onRaw(
  route: RawPlace & { access: Access; tenancy?: Tenancy; mail?: boolean },
  handle: unknown,
): RawRoute {
  return { raw: true, tenancy: "personal", ...route, handle: handle as RawRoute["handle"] };
}

export type Route = JsonRoute | RawRoute;
