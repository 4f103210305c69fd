import type { z } from "zod";
import type { Access } from "./rules/access.ts";

/**
 * Whose rows a call touches.
 * - `personal`: the caller's own, whoever they act for
 * - `acting`: the caller's tenant, or the one an owner super admin acts for
 * - `named`: as `acting`, and any super admin may name a tenant
 * - `across`: all tenants for a super admin, unless acting for another one; the own tenant for everyone else
 * - `platform`: all tenants for a super admin, always; the own tenant for everyone else
 */
export type Tenancy = "personal" | "acting" | "named" | "across" | "platform";

type Shape = z.ZodObject;

/** A call as a value: the server mounts it, the web calls it, forms validate with it, OpenAPI prints it. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, parameters as `{id}`. */
  path: string;
  /** Who may call it; there is no default to forget. */
  access: Access;
  tenancy: Tenancy;
  /** One line for the documentation. */
  summary: string;
  params?: Shape;
  query?: Shape;
  headers?: Shape;
  body?: z.ZodType;
  /** Present where files may come as multipart; limits are enforced while they stream in. */
  files?: { field: string; maxFiles: number; maxTotalBytes: number; tooMany: string; tooLarge: string };
  response: z.ZodType;
  /** What it answers when it went well; 200 where not said. */
  status?: number;
  /** With `Accept: text/event-stream` it streams `token` events and ends with the response as `done`. */
  streams?: boolean;
  /** A larger JSON body than 1 MiB, where one is expected. */
  maxBodyBytes?: number;
  /** Calls a minute for one user (or one address, where nobody is signed in); for mail that is sent the installation says it. */
  perMinute?: number | "sends";
  /** May be called by someone who must first change a password. */
  beforePasswordChange?: boolean;
  /** Refused while the caller's mail is closed. Where not said: every `personal` call of somebody signed in is. */
  mail?: boolean;
};

/** Whether a call reads, writes or sends somebody's mail. */
export const isMailCall = ({ access, tenancy, mail }: Pick<Endpoint, "access" | "tenancy" | "mail">) =>
  access !== "public" && (mail ?? tenancy === "personal");

export const endpoint = <const E extends Endpoint>(call: E): E => call;

type InputPart<E, Key extends string> = E extends { [K in Key]: infer S extends z.ZodType }
  ? { [K in Key]: z.input<S> }
  : unknown;
type OutputPart<E, Key extends string> = E extends { [K in Key]: infer S extends z.ZodType }
  ? { [K in Key]: z.output<S> }
  : unknown;

/** What a caller passes: before defaults, with `Date`s already encoded by the client. */
export type InputOf<E extends Endpoint> = InputPart<E, "params"> &
  InputPart<E, "query"> &
  InputPart<E, "headers"> &
  InputPart<E, "body">;
/** What a handler receives: parsed, trimmed, defaults filled. */
export type CallOf<E extends Endpoint> = OutputPart<E, "params"> &
  OutputPart<E, "query"> &
  OutputPart<E, "headers"> &
  OutputPart<E, "body">;
/** What both programs hold after the call. */
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodType } ? z.output<S> : never;
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends z.ZodType } ? z.output<S> : never;
