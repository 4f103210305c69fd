import type { CallOf, Endpoint, Tenancy } from "@intellibox/contract/endpoint";
import type { KeyAccess } from "@intellibox/contract/key-calls";
import type { Access } from "@intellibox/contract/rules/access";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Scope, Visitor } from "#scope.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";
import type { Unchanged, UnlessKnown } from "./unless-known.ts";
import type { UploadedFile } from "./uploads.ts";

/** A handler's arguments in addition to its parsed input. */
type Extras<E extends Endpoint> = (E extends { files: object } ? { files: UploadedFile[] } : unknown) &
  (E extends { streams: true } ? { emit: Emit | undefined } : unknown) & {
    answerWith(status: number, headers?: Record<string, string | string[]>): void;
  };

/** Streams a piece of the answer. Undefined if the caller asked for plain JSON. */
export type Emit = ((text: string) => void) & {
  /** Takes back the text so far: another answer follows from its beginning. */
  reset(): void;
  /** Says what is being done before the answer begins, such as "Reading part 3 of 7". It is no part of the answer. */
  progress(text: string): void;
};

type ScopeOf<E extends Endpoint> = E extends { access: "public" } ? Visitor : Scope;
/** A value that the response schema accepts. Fields that the schema does not name are not sent. */
type HandlerAnswer<E extends Endpoint> = z.output<E["response"]> | EncodedAnswer;

type Handler<E extends Endpoint> = (
  scope: ScopeOf<E>,
  call: CallOf<E> & Extras<E>,
) => Promise<HandlerAnswer<E>> | HandlerAnswer<E>;

export type JsonRoute = {
  endpoint: Endpoint;
  handle: (scope: never, call: never) => unknown;
  /** Whether the caller gets `mailState`, and answers may be `Unchanged`. */
  isConditional?: boolean;
};

/** Binds an endpoint to its handler. */
export const on = <E extends Endpoint>(endpoint: E, handle: Handler<E>): JsonRoute => ({ endpoint, handle });

type ConditionalHandler<E extends Endpoint> = (
  scope: ScopeOf<E>,
  call: CallOf<E> & Extras<E> & { unlessKnown: UnlessKnown },
) => Promise<HandlerAnswer<E> | Unchanged>;

/** The same for an endpoint that reads mail, and whose answer may be known to the caller. */
export const onUnlessKnown = <E extends Endpoint>(endpoint: E, handle: ConditionalHandler<E>): JsonRoute => ({
  endpoint,
  handle,
  isConditional: true,
});

/** For features, which do not import the web framework. */
export type RawRequest = FastifyRequest;
export type RawReply = FastifyReply;

type RawTarget = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The full path, including `/api`. */
  path: string;
  /** Whether an HTML form may be sent to it. Its fields are not read. */
  acceptsForms?: boolean;
  /** The rate limit of one caller. */
  perMinute?: number;
  /** The key of the rate limit; by default the user, or the address without a session. */
  countedBy?: ((request: FastifyRequest) => string) | undefined;
};

/** A route whose answer is not JSON: the event stream, pixels, redirects, downloads, webhooks. */
export type RawRoute = RawTarget & {
  raw: true;
  access: Access;
  tenancy: Tenancy;
  /** Like an endpoint's `mail`: whether it is refused while the caller's mail is closed. */
  mail?: boolean;
  /** The scope that an API key needs for this call; without one, no key may make it. */
  key?: KeyAccess;
  handle: (scope: never, request: FastifyRequest, reply: FastifyReply) => unknown;
};

export function onRaw(
  route: RawTarget & { access: "public" },
  handle: (visitor: Visitor, request: FastifyRequest, reply: FastifyReply) => unknown,
): RawRoute;
export function onRaw(
  route: RawTarget & { access: Exclude<Access, "public">; tenancy?: Tenancy; mail?: boolean; key?: KeyAccess },
  handle: (scope: Scope, request: FastifyRequest, reply: FastifyReply) => unknown,
): RawRoute;
export function onRaw(
  route: RawTarget & { access: Access; tenancy?: Tenancy; mail?: boolean; key?: KeyAccess },
  handle: unknown,
): RawRoute {
  return { raw: true, tenancy: "personal", ...route, handle: handle as RawRoute["handle"] };
}

export type Route = JsonRoute | RawRoute;
