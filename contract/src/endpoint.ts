import type { z } from "zod";
import type { Access } from "./rules/access.ts";

/**
 * Whose rows a call touches.
 * - `personal`: the caller's own, even while acting for another tenant
 * - `acting`: the caller's tenant, or the one an owner super admin acts for
 * - `named`: as `acting`, and any super admin may name a tenant
 * - `across`: all tenants for a super admin who is not acting for another one; their own tenant for all others
 * - `platform`: all tenants for a super admin, always; their own tenant for all others
 */
export type Tenancy = "personal" | "acting" | "named" | "across" | "platform";

type Shape = z.ZodObject;

/** A call as a value: the server mounts it, the web calls it, forms validate with it, OpenAPI prints it. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, parameters as `{id}`. */
  path: string;
  /** Who may call it. It has no default, so that no call is open by mistake. */
  access: Access;
  tenancy: Tenancy;
  /** One line for the documentation. */
  summary: string;
  params?: Shape;
  query?: Shape;
  headers?: Shape;
  body?: z.ZodType;
  /** Present if files may be uploaded as multipart. The limits are enforced while they stream in. */
  files?: { field: string; maxFiles: number; maxTotalBytes: number; tooMany: string; tooLarge: string };
  response: z.ZodType;
  /** The status of a successful answer, 200 by default. */
  status?: number;
  /** With `Accept: text/event-stream` it streams `token` events and ends with the response as `done`. */
  streams?: boolean;
  /** The limit of a JSON body, if it is larger than 1 MiB. */
  maxBodyBytes?: number;
  /** Calls per minute for one user, or for one network address if not signed in. `sends` takes the installation's setting. */
  perMinute?: number | "sends";
  /** May be called before a required password change. */
  beforePasswordChange?: boolean;
  /** Refused while the caller's mail is closed. By default true for every `personal` call of a signed-in user. */
  mail?: boolean;
};

/** Whether a call reads, writes or sends a user's mail. */
export const isMailCall = ({ access, tenancy, mail }: Pick<Endpoint, "access" | "tenancy" | "mail">) =>
  access !== "public" && (mail ?? tenancy === "personal");

export const endpoint = <const E extends Endpoint>(call: E): E => call;

type InputPart<E, Key extends string> = E extends { [K in Key]: infer S extends z.ZodType }
  ? { [K in Key]: z.input<S> }
  : unknown;
type OutputPart<E, Key extends string> = E extends { [K in Key]: infer S extends z.ZodType }
  ? { [K in Key]: z.output<S> }
  : unknown;

/** A caller's input: before defaults, with `Date`s encoded by the client. */
export type InputOf<E extends Endpoint> = InputPart<E, "params"> &
  InputPart<E, "query"> &
  InputPart<E, "headers"> &
  InputPart<E, "body">;
/** A handler's input: parsed, trimmed, with defaults. */
export type CallOf<E extends Endpoint> = OutputPart<E, "params"> &
  OutputPart<E, "query"> &
  OutputPart<E, "headers"> &
  OutputPart<E, "body">;
/** The answer as server and web see it. */
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodType } ? z.output<S> : never;
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends z.ZodType } ? z.output<S> : never;
