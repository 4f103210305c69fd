import type { z } from "zod";
import type { Access } from "./rules/access.ts";

/**
 * The rows that a call may touch.
 * - `personal`: the caller's own rows, also while acting for another tenant
 * - `acting`: the caller's tenant, or the tenant that an owner super admin acts for
 * - `named`: as `acting`, and any super admin may name a tenant
 * - `across`: for a super admin all tenants, or the tenant that they act for; for everyone else their own tenant
 * - `platform`: for a super admin always all tenants; for everyone else their own tenant
 */
export type Tenancy = "personal" | "acting" | "named" | "across" | "platform";

type Shape = z.ZodObject;

/** One API call. The server mounts it, the web app calls it, forms validate with it, and OpenAPI documents it. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, parameters as `{id}`. */
  path: string;
  /** The role that may call it. Required, so that no call is public by omission. */
  access: Access;
  tenancy: Tenancy;
  /** One line for the documentation. */
  summary: string;
  params?: Shape;
  query?: Shape;
  headers?: Shape;
  body?: z.ZodType;
  /** Set if the call accepts files as multipart; the limits are enforced while the files stream in. */
  files?: { field: string; maxFiles: number; maxTotalBytes: number; tooMany: string; tooLarge: string };
  response: z.ZodType;
  /** The status of a successful answer; 200 by default. */
  status?: number;
  /**
   * With `Accept: text/event-stream` the answer is a stream of `token` events that ends with the response as `done`. A `reset`
   * takes the tokens so far back; `progress` says what is being done before the first one.
   */
  streams?: boolean;
  /** The limit of the JSON body; 1 MiB by default. */
  maxBodyBytes?: number;
  /** Calls a minute for one user, or for one network address if public. `sends` is the installation's own limit for mail. */
  perMinute?: number | "sends";
  /** Allowed for a user who must change the password first. */
  beforePasswordChange?: boolean;
  /** Allowed for a user who must set up a second factor first; calls with `beforePasswordChange` are allowed too. */
  beforeSecondFactor?: boolean;
  /**
   * Refused with `step_up_required` unless the session has a proof of the person that is not older than `proofMinutes`: a sign-in,
   * or `POST /auth/step-up`. For calls whose harm is not undone, or that give access.
   */
  stepUp?: boolean;
  /** Refused while the caller's mail is closed. By default true for every `personal` call that is not public. */
  mail?: boolean;
};

/** True if a call reads, writes or sends mail. */
export const isMailCall = ({ access, tenancy, mail }: Pick<Endpoint, "access" | "tenancy" | "mail">) =>
  access !== "public" && (mail ?? tenancy === "personal");

export const endpoint = <const E extends Endpoint>(call: E): E => call;

/** The common part of calls on the caller's own rows. */
export const personal = { access: "signed-in", tenancy: "personal" } as const;

type InputPart<E, Key extends string> = E extends { [K in Key]: infer S extends z.ZodType }
  ? { [K in Key]: z.input<S> }
  : unknown;
type OutputPart<E, Key extends string> = E extends { [K in Key]: infer S extends z.ZodType }
  ? { [K in Key]: z.output<S> }
  : unknown;

/** The argument of a call: before defaults are filled in, with dates as ISO text. */
export type InputOf<E extends Endpoint> = InputPart<E, "params"> &
  InputPart<E, "query"> &
  InputPart<E, "headers"> &
  InputPart<E, "body">;
/** The argument of a handler: parsed, trimmed, with defaults filled in. */
export type CallOf<E extends Endpoint> = OutputPart<E, "params"> &
  OutputPart<E, "query"> &
  OutputPart<E, "headers"> &
  OutputPart<E, "body">;
/** The decoded response, in the server and in the web app. */
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodType } ? z.output<S> : never;
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends z.ZodType } ? z.output<S> : never;
